/** What the error screen says: spec section 8, "Messages". */
export const errorScreens = {
  SIGN_IN_EXPIRED: 'This sign-in took too long or was finished already. Start again.',
  ENVIRONMENT_UNKNOWN: 'This environment is not open to you.',
  'error.401.title': 'We need you to sign in before viewing this.',
  'error.401.link': 'Go to Login Page',
  'error.403.title': "Your company's data security is restricting your access to this.",
  'error.403.link': 'Go Back',
  'error.403.help': 'Try another product, or ask an administrator.',
  SECURITY_ADMIN_REQUIRED: 'You need the role Security Admin for this.',
  SUPPORT_REQUIRED: 'Only people of the vendor with the role Support can do this.',
  SUPPORT_SESSION_REQUIRED:
    'This is only possible in a support session. People of the vendor with the role Support can begin one.',
  'error.500.title': 'Something went wrong on the system.',
  'error.500.help': 'There is a problem on the system. Wait a while, then try again.',
  'error.code': 'Code for your administrator: {code}',
} as const
