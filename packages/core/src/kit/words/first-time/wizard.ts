/** Sentences of the wizard and of its errors. */
export const wizard = {
  SETUP_URL_REFUSED:
    'This setup URL does not work. It was replaced by a newer one, its setup is complete, or it is older than {setupUrlHours, number} hours. Ask the operator of the server for a new one.',
  SETUP_GROUP_REQUIRED: 'You must select a group',
  SETUP_NOT_REACHED: 'Complete the earlier steps first.',
  'setup.providerName': 'My Identity Provider',
  'setup.title': 'First Time Setup',
  'setup.of': 'First Time Setup of {tenant}',
  'setup.openingFailed': 'The setup URL could not be opened',
  'setup.noToken':
    'Open the whole setup URL that you were given. It ends with a # and a long code, which is missing here.',
  'setup.invitation':
    'This setup URL connects {tenant} to its identity provider and chooses who administers it. Begin only if you were asked to set up {tenant}.',
  'setup.endsSession': 'You are signed in as {name} at {tenant}. That session ends when you begin.',
  'setup.endsOther': 'The setup or recovery of {tenant} that is open in this browser ends when you begin.',
  'setup.begin': 'Begin setup',
  'setup.steps': 'Steps of the setup',
  'setup.step.1': 'Identity Provider Type',
  'setup.step.2': 'Configuration',
  'setup.step.3': 'Username Format',
  'setup.step.4': 'Test and Security Admin',
  'setup.goBack': 'Go Back',
  'setup.next': 'Next',
  'setup.saveNext': 'Save and continue',
  'setup.end': 'Leave setup',
  'setup.leave.title': 'Leave the setup?',
  'setup.leave.text':
    'What you saved stays. To continue, open the same setup URL again, in this browser or another one, until {time}.',
  'setup.left.title': 'You left the setup',
  'setup.left.text':
    'What was saved is still there. To continue, open the setup URL that you were given again. It works for {setupUrlHours, number} hours after it was created. If you no longer have it, ask the operator of the server for a new one.',
  'setup.until': 'The setup URL is valid until {time}.',
  'setup.replaces':
    'This company is already set up. Completing this setup replaces the primary identity provider “{name}”, which then loses the Security Admin role.',
  'setup.type.lead': 'Which product do people sign in with? Its guide says what to click there.',
  'setup.type.others': 'Another product',
  'setup.type.othersHint': 'Choose its protocol. Every product that supports OpenID Connect or SAML 2.0 works.',
  'setup.type.kind': 'Protocol',
  'setup.type.change':
    'Another type discards the configuration of “{name}”, with its username formats. Continue with the new type?',
  'setup.type.changeTitle': 'Discard the configuration?',
  'setup.type.discard': 'Discard and continue',
  'setup.config.lead': 'Enter our addresses at {product}, and what {product} gives you here.',
  'setup.config.ours': 'Enter these at {product}',
  'setup.config.oursHint': 'Our addresses for this identity provider. They will not change.',
  'setup.guide.title': 'What to do at {product}',
  'setup.guide.run': 'This guide was followed with {version}.',
  'setup.guide.read': 'This guide was not tried with a running product.',
  'setup.product.provider': 'your identity provider',
  'setup.format.lead':
    'A username leads to this identity provider by what follows the @, or by the Windows domain before the backslash. Add at least one that your people use.',
  'setup.format.none': 'No Formats configured',
  'setup.complete.title': 'The identity provider is configured',
  'setup.complete.text':
    'It accepts no sign-ins yet. Sign in once to prove that it works, then choose the group that administers Portico.',
  'setup.complete.next': 'Test it now',
  'setup.test.title': 'Test login',
  'setup.test.lead':
    'Sign in as a person who will administer Portico. A new tab opens, and this page shows what happens there.',
  'setup.test.start': 'Test login',
  'setup.test.again': 'Test again',
  'setup.group.title': 'Initial Group Assignment',
  'setup.group.lead':
    'Members of this group become Security Admin: they administer Portico for the whole company. These are the groups of {username}.',
  'setup.group.first': 'Pass a test login first. You can then choose one of its groups here.',
  'setup.group.none':
    'The test login brought no groups. Have the provider send them in the group claim or attribute that step 2 names, then test again.',
  'setup.group.assign': 'Assign and complete the setup',
  'setup.finished.title': 'The setup is complete',
  'setup.finished.text':
    'The identity provider is live, and members of “{group}” are Security Admin. The setup URL no longer works.',
  'setup.finished.signIn': 'Sign in',
} as const
