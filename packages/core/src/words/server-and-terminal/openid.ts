/** Pages of sign-ins that applications start. */
export const openid = {
  'openid.title': 'The application cannot sign you in',
  'openid.unknownApplication':
    'The application is not registered here. Open it from the launcher, or ask your administrator to register it.',
  'openid.unknownAddress':
    'The application asked to send you to an address that is not registered. Ask your administrator to check its redirect URIs.',
  'openid.otherSession':
    'Support sessions, setups and recovery sessions do not sign in to applications. Sign in with your own account first.',
} as const
