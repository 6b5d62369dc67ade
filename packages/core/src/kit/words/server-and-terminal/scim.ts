/** Sentences of the commands of SCIM. */
export const scim = {
  'groupSource.scimChosen':
    'Groups of {name} now come from SCIM. Members that the directory has sent get what is mapped to their groups at once.',
  'groupSource.claimsChosen':
    'Groups of {name} now come from sign-ins. People keep their current groups until they sign in again.',
} as const
