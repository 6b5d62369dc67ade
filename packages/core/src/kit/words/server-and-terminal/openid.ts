/** Pages of sign-ins that applications start. */
export const openid = {
  'openid.title': 'The application cannot sign you in',
  'openid.unknownApplication':
    'The application is not registered here. Open it from the launcher, or ask your administrator to register it.',
  'openid.unknownAddress':
    'The application asked to send you to an address that is not registered. Ask your administrator to check its redirect URIs.',
  'openid.otherSession':
    'You cannot sign in to applications from a support, setup or recovery session. Sign in with your own account first.',
  'openid.logoutTitle': 'The application cannot log you out',
  'openid.logoutClient':
    'The application that asked to log you out is not registered, or the request is for a different application. You are still signed in.',
  'openid.logoutAddress':
    'The application asked to send you to an address that is not registered. You are still signed in. Ask your administrator to check its post-logout redirect URIs.',
  'openid.logoutQuestion': 'Log out of all applications?',
  'openid.logoutWhat':
    'You are signed in as {name}. An application asks to log you out. If you log out, your session ends in the portal and in every application that you opened from it.',
  'openid.logOut': 'Log out',
  'openid.stay': 'Stay signed in',
} as const
