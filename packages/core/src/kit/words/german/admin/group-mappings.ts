/** The German of `admin/group-mappings.ts`. */
export const groupMappings = {
  'mapping.groups': 'Gruppen',
  'mapping.saved': 'Die Zuordnung wurde gespeichert.',
} as const
