/** Sentences of administration, loaded with its screens: custom roles. */
export const tenantRoles = {
  TENANT_ROLE_LABEL_REQUIRED: 'Enter a name for the custom role.',
  TENANT_ROLE_LABEL_TOO_LONG: 'The name of a custom role may have at most {nameLengthMax} characters.',
  'field.label': 'Name',
  'tenantRole.created': 'The custom role was created.',
  'tenantRole.updated': 'The custom role was saved.',
  'tenantRole.deleted': 'The custom role and its mappings were deleted.',
  'tenantRole.notFound': 'There is no custom role with this id.',
  'tenantRole.none': 'There are no custom roles yet.',
  'tenantRole.create': 'Create custom role',
  'tenantRole.toList': 'To the custom roles',
  'tenantRole.deleteTitle': 'Delete {name}?',
  'tenantRole.deleteMessage': 'The role and its mappings in all environments are deleted. This cannot be undone.',
  'tenantRole.deleteCount':
    '{count, plural, =0 {It is mapped to no group.} one {# mapping is deleted with it: {where}.} other {# mappings are deleted with it: {where}.}}',
  'tenantRole.lead':
    'Custom roles are the same in all environments. The tab Roles & Groups of an environment sets which groups hold them there.',
  'tenantRole.noneHint': 'A custom role has a name; it is mapped to groups in each environment.',
  ROLES_READ_ONLY: 'Custom roles are read-only: none can be created, renamed or deleted.',
  'tenantRole.search': 'Search custom roles',
  'tenantRole.noMatch': 'No custom role matches “{text}”.',
  'tenantRole.count': '{count, plural, one {# custom role} other {# custom roles}}',
  'tenantRole.mappings': 'Groups with this role',
  'tenantRole.mappingsIn': 'Groups in {name}',
} as const
