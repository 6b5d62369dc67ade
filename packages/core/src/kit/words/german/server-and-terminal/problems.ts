/** The German of `server-and-terminal/problems.ts`. */
export const problems = {
  INVALID_REQUEST: 'Einige der gesendeten Werte sind ungültig.',
  INVALID_JSON: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  UNSUPPORTED_MEDIA_TYPE: 'Dieser Aufruf erwartet {expected}.',
  BODY_TOO_LARGE: 'Der Inhalt der Anfrage darf höchstens {max, number} Byte groß sein.',
  BODY_TOO_COMPLEX:
    'Das JSON der Anfrage darf höchstens {depth, number} Ebenen tief verschachtelt sein, und ein Objekt darin darf höchstens {names, number} Felder haben.',
  BODY_INCOMPLETE:
    'Die Verbindung wurde geschlossen, bevor der Inhalt der Anfrage vollständig war. Senden Sie ihn noch einmal.',
  NOT_FOUND: 'Hier gibt es nichts mit diesem Namen oder dieser ID.',
  METHOD_NOT_ALLOWED: 'Dieser Pfad lässt diese Methode nicht zu.',
  CONFLICT: 'Dies steht im Konflikt mit etwas, das bereits vorhanden ist.',
  NAME_TAKEN: 'Dieser Name ist bereits vergeben. Wählen Sie einen anderen.',
  STALE: 'Dies wurde seit dem Laden geändert. Laden Sie es neu und speichern Sie dann.',
  READ_ONLY: 'Diese Umgebung ist schreibgeschützt.',
  FORBIDDEN: 'Die Sicherheitsvorgaben Ihres Unternehmens lassen diesen Zugriff nicht zu.',
  UNAUTHENTICATED: 'Melden Sie sich an, um dies zu sehen.',
  TOO_MANY_REQUESTS:
    'Zu viele Versuche. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es erneut.',
  SYSTEM_ERROR: 'Im System ist ein Fehler aufgetreten. Warten Sie einen Moment und versuchen Sie es erneut.',
  IDEMPOTENCY_MISMATCH: 'Dieser Idempotency-Key wurde bereits mit einer anderen Anfrage verwendet.',
  USERNAME_UNKNOWN:
    'Dieser Benutzername ist nicht bekannt. Prüfen Sie den Benutzernamen, den Ihr Unternehmen Ihnen zugewiesen hat.',
  IDP_ERROR:
    'Beim Identitätsanbieter liegt ein Problem vor. Bitten Sie Ihre Administration, dessen Konfiguration zu prüfen.',
  'AUTH-001001': 'Prüfen Sie den Benutzernamen, den Ihr Unternehmen Ihnen zugewiesen hat.',
  CONFIG_TOKEN_ERROR: 'Nicht authentifiziert',
} as const
