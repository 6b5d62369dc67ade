/** The German of `server-and-terminal/test-logins.ts`. */
export const testLogins = {
  'testLogin.passedTitle': 'Die Testanmeldung ist gelungen',
  'testLogin.passed':
    'Der Identitätsanbieter hat „{username}“ angemeldet, und alle Prüfungen wurden bestanden. Hier sind Sie damit nicht angemeldet.',
  'testLogin.failedTitle': 'Die Testanmeldung ist fehlgeschlagen',
  'testLogin.seePortal':
    'Schließen Sie diese Seite und kehren Sie dorthin zurück, wo Sie den Test gestartet haben: Dort sehen Sie alle Prüfungen.',
  'testLogin.overTitle': 'Diese Adresse ist verbraucht',
  'testLogin.over':
    'Die Adresse einer Testanmeldung gilt einmal und zehn Minuten lang. Starten Sie die Testanmeldung erneut.',
} as const
