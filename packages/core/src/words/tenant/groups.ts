/** Sentences of administration, loaded with its screens. */
export const groups = {
  GROUP_UNKNOWN: 'This group is not one of the primary identity provider.',
  LAST_ADMIN_PATH: 'This change would leave no group that administers the portal. Choose at least one group.',
  PORTAL_ROLE_PRIMARY:
    'Security Admin is held by groups of the primary identity provider. To choose a group of another one, switch the primary provider.',
  'portalRole.groups': 'Groups',
  'portalRole.saved': 'The groups of the role were saved.',
} as const
