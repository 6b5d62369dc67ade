/** Sentences about people and groups that are sent to an application. */
export const provisioning = {
  PROVISIONING_OF_PORTAL: 'The portal needs no provisioning: it has these people already. Choose another application.',
  PROVISIONING_TOKEN_REQUIRED: 'Enter the token with which the application accepts SCIM requests.',
  PROVISIONING_TOKEN_SHAPE: 'A token has letters, digits and - . _ ~ + / =, without spaces.',
  'provisioning.saved': 'Provisioning of the application was saved.',
  'provisioning.removed': 'People are no longer sent to the application. Those who are there stay.',
  'provisioning.retried': 'Everything that is behind is tried again now.',
  'provisioning.tested': 'The application answered and accepted the token.',
  'provisioning.testFailed': 'The application did not answer as expected: {why}',
} as const
