/** The Arabic of `admin/group-mappings.ts`. */
export const groupMappings = {
  'mapping.groups': 'المجموعات',
  'mapping.saved': 'حُفظ الارتباط.',
} as const
