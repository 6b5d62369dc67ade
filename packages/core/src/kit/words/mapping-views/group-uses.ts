/** Sentences of the page of one group. */
export const groupUses = {
  'uses.provider': 'Group of {provider}, sent as',
  'uses.members': 'Members',
  'uses.count': '{count, plural, one {# mapping} other {# mappings}}',
  'uses.none': 'This group is not mapped to anything. Map it on the tab Roles & Groups of an environment.',
  'uses.unknown': 'This group does not exist. It may have been forgotten.',
  'uses.portal': 'Portal, all environments',
  'uses.portalHint': 'Security Admin counts only for groups of the primary identity provider.',
  'uses.mapping': 'Mapped to',
  'uses.kind': 'Kind',
  'uses.portal-role': 'Role of the portal',
  'uses.tenant-role': 'Custom role',
  'uses.application-role': 'Role of an application',
  'uses.toGroups': 'To the groups',
} as const
