/** What the server answers about groups and what they are mapped to. */
export const groupMappings = {
  MAPPED_GROUP_UNKNOWN: 'This group does not belong to the identity provider that it is listed under.',
  PORTAL_ROLE_APART: 'Groups are mapped to roles of the portal in Global Settings, not in an environment.',
  APPLICATION_HAS_ROLES: 'This application has roles. Map groups to its roles instead.',
  GROUP_EXISTS: 'The identity provider already has this group.',
  GROUP_OBJECT_ID:
    'Azure AD groups are identified by their object ID, because other people can choose their names. Enter the object ID, or search the list of groups by name.',
} as const
