/** The German of `sign-in-errors/refused-sign-in.ts`. */
export const refusedSignIn = {
  USERNAME_TAKEN:
    'Eine andere Person Ihres Unternehmens hat hier denselben Benutzernamen. Bitten Sie Ihre Administration, die beiden unterscheidbar zu machen.',
  SIGN_IN_NOT_FRESH:
    'Der Identitätsanbieter hat keine neue Anmeldung von Ihnen verlangt. Melden Sie sich dort ab und beginnen Sie von vorn.',
  SIGN_IN_OTHER_BROWSER: 'Diese Anmeldung wurde in einem anderen Browser begonnen. Beginnen Sie hier von vorn.',
  IDP_CERT_EXPIRED:
    'Das Zertifikat Ihres Identitätsanbieters ist abgelaufen. Bitten Sie Ihre Administration, das neue zu installieren.',
  IDP_DENIED: 'Der Identitätsanbieter hat Sie nicht angemeldet.',
  'error.idp.help':
    'Beim Identitätsanbieter liegt ein Problem vor. Bitten Sie Ihre Administration, dessen Konfiguration zu prüfen.',
  'error.token.title': 'Nicht authentifiziert',
  'error.token.help': 'Wenden Sie sich an den Support.',
  'error.idp.title': 'Ihr Identitätsanbieter hat die Anmeldung nicht abgeschlossen.',
  'error.username.title': 'Mit diesem Benutzernamen war keine Anmeldung möglich.',
  'error.username.help': 'Prüfen Sie den Benutzernamen, den Ihr Unternehmen Ihnen zugewiesen hat.',
  PERSON_DEACTIVATED:
    'Ihr Konto wurde hier deaktiviert. Bitten Sie die Sicherheitsadministration Ihres Unternehmens, es zu reaktivieren, und nennen Sie den Code unten.',
  PERSON_INACTIVE_IN_DIRECTORY:
    'Das Verzeichnis Ihres Unternehmens hat Ihr Konto deaktiviert oder entfernt. Bitten Sie die Administration des Verzeichnisses, es dort zu reaktivieren, und nennen Sie den Code unten.',
} as const
