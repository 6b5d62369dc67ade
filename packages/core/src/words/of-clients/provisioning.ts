/** Sentences about people and groups that are sent to an application. */
export const provisioning = {
  PROVISIONING_OF_PORTAL: 'The portal needs no provisioning: it has these people already. Choose another application.',
  PROVISIONING_TOKEN_REQUIRED: 'Enter the token with which the application accepts SCIM requests.',
  PROVISIONING_TOKEN_SHAPE: 'A token has letters, digits and - . _ ~ + / =, without spaces.',
} as const
