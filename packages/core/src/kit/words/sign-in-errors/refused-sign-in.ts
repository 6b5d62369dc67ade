/** What the error screen says of a sign-in that was refused; the page loads these sentences with the screen. */
export const refusedSignIn = {
  USERNAME_TAKEN:
    'Another person of your company has the same username here. Ask your administrator to tell the two apart.',
  SIGN_IN_NOT_FRESH: 'The identity provider did not ask you to sign in again. Sign out there, then start again.',
  SIGN_IN_OTHER_BROWSER: 'This sign-in was started in another browser. Start again here.',
  IDP_CERT_EXPIRED: "Your identity provider's certificate has expired. Ask your administrator to install the new one.",
  IDP_DENIED: 'The identity provider did not sign you in.',
  'error.idp.help': 'There is a problem with the identity provider. Ask your administrator to check its configuration.',
  'error.token.title': 'Unauthenticated',
  'error.token.help': 'Contact support.',
  'error.idp.title': 'Your identity provider did not complete the sign-in.',
  'error.username.title': 'We could not sign you in with that username.',
  'error.username.help': 'Check the username assigned by your company.',
  APPLICATION_REFUSED:
    'The request of the application was refused. Ask an administrator of your company, and read out the code below.',
  PERSON_DEACTIVATED:
    'Your account was deactivated here. Ask a security administrator of your company to reactivate it, and read out the code below.',
  PERSON_INACTIVE_IN_DIRECTORY:
    "Your company's directory has deactivated or removed your account. Ask the administrator of the directory to reactivate it there, and read out the code below.",
} as const
