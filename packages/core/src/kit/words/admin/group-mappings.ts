/** Sentences of administration, loaded with its screens: groups mapped to roles and applications. */
export const groupMappings = {
  'mapping.groups': 'Groups',
  'mapping.saved': 'The mapping was saved.',
} as const
