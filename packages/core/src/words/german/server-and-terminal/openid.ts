/** The German of `server-and-terminal/openid.ts`. */
export const openid = {
  'openid.title': 'Die Anwendung kann Sie nicht anmelden',
  'openid.unknownApplication':
    'Die Anwendung ist hier nicht registriert. Öffnen Sie sie über den Launcher oder bitten Sie Ihre Administration, sie zu registrieren.',
  'openid.unknownAddress':
    'Die Anwendung wollte Sie an eine Adresse weiterleiten, die nicht registriert ist. Bitten Sie Ihre Administration, die Redirect-URIs zu prüfen.',
  'openid.otherSession':
    'Supportsitzungen, Einrichtungen und Wiederherstellungssitzungen melden nicht bei Anwendungen an. Melden Sie sich zuerst mit Ihrem eigenen Konto an.',
} as const
