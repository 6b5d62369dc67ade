/** The German of `sign-in-errors/error-screens.ts`. */
export const errorScreens = {
  SIGN_IN_EXPIRED: 'Diese Anmeldung hat zu lange gedauert oder wurde bereits abgeschlossen. Beginnen Sie von vorn.',
  ENVIRONMENT_UNKNOWN: 'Diese Umgebung ist für Sie nicht freigegeben.',
  'error.401.title': 'Melden Sie sich an, um dies zu sehen.',
  'error.401.link': 'Zur Anmeldeseite',
  'error.403.title': 'Die Sicherheitsvorgaben Ihres Unternehmens lassen diesen Zugriff nicht zu.',
  'error.403.link': 'Zurück',
  'error.403.help': 'Öffnen Sie ein anderes Produkt oder wenden Sie sich an Ihre Administration.',
  SECURITY_ADMIN_REQUIRED: 'Dafür benötigen Sie die Rolle Security Admin.',
  SUPPORT_REQUIRED: 'Nur Personen des Herstellers mit der Rolle Support können dies tun.',
  SUPPORT_SESSION_REQUIRED:
    'Dies ist nur in einer Supportsitzung möglich. Personen des Herstellers mit der Rolle Support können eine beginnen.',
  'error.500.title': 'Im System ist ein Fehler aufgetreten.',
  'error.500.help': 'Im System liegt ein Problem vor. Warten Sie etwas und versuchen Sie es dann erneut.',
  'error.code': 'Code für Ihre Administration: {code}',
} as const
