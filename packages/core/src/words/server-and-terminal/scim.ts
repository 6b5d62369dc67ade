/** Sentences of the commands of SCIM. */
export const scim = {
  'groupSource.scimChosen':
    'Groups of {name} now come from SCIM. Members that the directory sent have at once what is mapped to their groups.',
  'groupSource.claimsChosen':
    'Groups of {name} now come from sign-ins. People keep the groups that they have until the next sign-in.',
} as const
