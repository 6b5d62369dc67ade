/** Sentences of administration, loaded with its screens. */
export const groups = {
  GROUP_UNKNOWN: 'This group does not belong to the primary identity provider.',
  CONFIRM_WITHIN: 'The time to confirm a change is 1 minute to 24 hours.',
  IDP_CONFIRM_NEW:
    'This provider was never in effect, so there is no earlier configuration to return to. Keep it without a time to confirm.',
  ADMIN_GROUP_REQUIRED: 'Choose at least one group for Security Admin.',
  LAST_ADMIN_PATH: 'This change would leave no proven way to administer the portal. {reason}',
  'adminPath.noProvider': 'Security Admin needs a primary identity provider that is enabled.',
  'adminPath.notSent':
    'No member of {groups} whom the directory has sent has signed in yet. Provision an administrator through SCIM, have them sign in, and try again.',
  'adminPath.unproven':
    'With this configuration of {provider}, no member of {groups} has passed a sign-in or a test login yet. Run a test login with an account of such a group first.',
  PORTAL_ROLE_PRIMARY:
    'Security Admin is held by groups of the primary identity provider. To choose a group of another one, switch the primary provider.',
  'groups.search': 'Search groups',
  'groups.clear': 'Clear the search',
  'groups.noMatch': 'No group matches “{text}”.',
  'groups.none': 'Portico knows no group of this identity provider. Groups appear when a person signs in with it.',
  'groups.count': '{count, plural, one {# group} other {# groups}}',
  'groups.shown': '{shown, number} of {total} groups. Search to find the others.',
  'groups.chosen': 'Chosen',
  'groups.remove': 'Remove {name}',
  'groups.title': 'Groups',
  'groups.lead':
    'Groups that identity providers named in sign-ins, or that were read from a directory. Roles and applications are mapped to them.',
  'groups.provider': 'Identity provider',
  'groups.notSeen': 'Not seen yet',
  'groups.mappedNowhere': 'nothing',
  'groups.mappedMore': '{count, number} more',
  'groups.forget': 'Forget unmapped groups',
  'groups.forgetAsk':
    'All unmapped groups of {name} are forgotten. The others stay. A sign-in that names a group again brings it back.',
  'groups.forgotten':
    '{count, plural, =0 {No group was forgotten: each of them is mapped.} one {# group was forgotten.} other {# groups were forgotten.}}',
  'portalRoles.title': 'Portal roles',
  'portalRoles.lead': 'Members of these groups administer this portal.',
  'portalRoles.none': 'No group holds this role.',
  'portalRoles.primary': '{name} (primary)',
  'portalRoles.seeGroups': 'All groups',
  'portalRole.groups': 'Groups',
  'portalRole.groupsOf': 'Groups of {name} with the role {role}',
  'portalRole.saved': 'The groups of the role were saved.',
} as const
