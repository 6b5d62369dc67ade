/** Sentences of administration, loaded with its screens: test logins of identity providers. */
export const testLogins = {
  'testLogin.passedTitle': 'The test login passed',
  'testLogin.passed':
    'The identity provider signed “{username}” in, and every check passed. You are not signed in here.',
  'testLogin.failedTitle': 'The test login failed',
  'testLogin.seePortal': 'Close this page and go back to where you started the test: it shows every check.',
  'testLogin.overTitle': 'This address was already used',
  'testLogin.over': 'The address of a test login works once, for ten minutes. Start the test login again.',
} as const
