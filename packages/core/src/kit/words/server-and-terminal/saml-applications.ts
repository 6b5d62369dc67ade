/** Sentences of the server: signing people in to applications that speak SAML. */
export const samlApplications = {
  'samlApplications.refused': 'You were not signed in',
  'samlApplications.unknown':
    'The application that sent you here is not registered, so you cannot be signed in to it. Ask your administrator to register it.',
  'samlApplications.invalid':
    'The sign-in request of the application is not valid. Go back to the application and try again. If it happens again, give your administrator the code below.',
  'samlApplications.expired': 'This sign-in took too long or is already complete. Start again from the application.',
  'samlApplications.noAccess': 'You cannot open {application}. Ask your administrator for access.',
  'samlApplications.deactivated': 'Your company is deactivated, so you cannot open {application}.',
  'samlApplications.personOnly':
    'You can open {application} only after you sign in with your identity provider. Log out, then open the application again.',
  'samlApplications.otherOrganization':
    'You are signed in to a different company. Log out, then open the application again.',
  'samlApplications.notFresh':
    '{application} requires you to sign in again, but your identity provider did not ask for your credentials. Try again.',
  'samlApplications.noEmail':
    '{application} needs your email address, but your identity provider did not send one. Ask your administrator for help.',
  'samlApplications.foreignEmail':
    '{application} identifies you by your email address, and your address is not in a domain of your identity provider. Ask your administrator for help.',
  'samlApplications.logoutInvalid':
    'The logout request of the application is not valid, so you may still be signed in. Log out in the portal. If it happens again, give your administrator the code below.',
  'samlApplications.return': 'Return to the application',
} as const
