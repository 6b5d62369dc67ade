/** Sentences of administration, loaded with its screens: our own signing and encryption keys. */
export const federationKeys = {
  KEYS_NEXT_PUBLISHED: 'The next keys are published already. Put them into use once every provider knows them.',
  KEYS_NEXT_MISSING: 'There are no next keys. Publish them first, and let every provider read the metadata again.',
  KEYS_PREVIOUS_LEFT: 'The previous keys are still published. Withdraw them first.',
  KEYS_PREVIOUS_MISSING: 'There are no previous keys to withdraw.',
} as const
