/** The German of `server-and-terminal/openid.ts`. */
export const openid = {
  'openid.title': 'Die Anwendung kann Sie nicht anmelden',
  'openid.unknownApplication':
    'Die Anwendung ist hier nicht registriert. Öffnen Sie sie über den Launcher oder bitten Sie Ihre Administration, sie zu registrieren.',
  'openid.unknownAddress':
    'Die Anwendung wollte Sie an eine Adresse weiterleiten, die nicht registriert ist. Bitten Sie Ihre Administration, die Redirect-URIs zu prüfen.',
  'openid.otherSession':
    'Aus einer Supportsitzung, einer Einrichtung oder einer Wiederherstellungssitzung können Sie sich nicht bei Anwendungen anmelden. Melden Sie sich zuerst mit Ihrem eigenen Konto an.',
  'openid.logoutTitle': 'Die Anwendung kann Sie nicht abmelden',
  'openid.logoutClient':
    'Die Anwendung, die Sie abmelden wollte, ist nicht registriert, oder die Anfrage gilt einer anderen Anwendung. Sie sind weiterhin angemeldet.',
  'openid.logoutAddress':
    'Die Anwendung wollte Sie an eine Adresse weiterleiten, die nicht registriert ist. Sie sind weiterhin angemeldet. Bitten Sie Ihre Administration, die Post-Logout-Redirect-URIs zu prüfen.',
  'openid.logoutQuestion': 'Von allen Anwendungen abmelden?',
  'openid.logoutWhat':
    'Sie sind als {name} angemeldet. Eine Anwendung möchte Sie abmelden. Wenn Sie sich abmelden, enden Ihre Sitzung im Portal und die Sitzungen in allen Anwendungen, die Sie von dort geöffnet haben.',
  'openid.logOut': 'Abmelden',
  'openid.stay': 'Angemeldet bleiben',
} as const
