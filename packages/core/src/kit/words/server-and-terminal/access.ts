/** Sentences of `portico explain`: from a username to what the person can open, or what is missing. */
export const access = {
  'explain.otherProvider':
    '“{username}” leads to “{there}”, but {name} belongs to “{provider}”: check the username formats of both.',
  'explain.provider':
    '“{provider}” is enabled{primary, select, true { and is the primary identity provider} other {}}.',
  'explain.providerOff': '“{provider}” is switched off. Its people cannot sign in until it is enabled.',
  'explain.person': '{name} is known as “{username}” and last signed in at {at}.',
  'explain.personKnown': '{name} is known as “{username}” and has not signed in yet.',
  'explain.personForeign':
    'The username {username} of {name} does not belong to {provider}, so {name} cannot sign in. Change the name at the provider, or its username formats.',
  'people.ambiguousUsername':
    'The domain of the username belongs to the identity provider, but an application may read another domain from the name.',
  'explain.personOff': '{name} was deactivated and cannot sign in. An administrator can reactivate the person.',
  'explain.several':
    '{count, plural, other {# people}} of “{provider}” have this username. This is {name}, who signed in last.',
  'explain.notSeen':
    '“{username}” has not signed in with “{provider}” yet. Which groups the person has is known after the first sign-in.',
  'explain.seenElsewhere':
    '“{username}” has not signed in with “{provider}” yet, but a person with this username is known at “{other}”.',
  'explain.groups':
    'In {count, plural, one {# group} other {# groups}}: {list}{more, plural, =0 {} other { and # more}}.',
  'explain.received': '{name} (received as {claim})',
  'explain.noGroups': '“{provider}” sent no groups. Check its group claim, and the groups of the person there.',
  'explain.noGroupsYet': 'No group of the person is known before the first sign-in.',
  'explain.groupsUnknown': 'The groups are known after the first sign-in.',
  'explain.roles':
    'Holds {count, plural, one {# role} other {# roles}}: {list}{more, plural, =0 {} other { and # more}}.',
  'explain.role': '{role} of {application} in {environment} (by {groups})',
  'explain.tenantRole': '{role} in {environment} (by {groups})',
  'explain.portalRole': '{role} (by {groups})',
  'explain.access': 'Access without a role (through {groups}).',
  'explain.noRoles': 'No group of the person is mapped to a role{place}.',
  'explain.rolesUnknown': 'The roles depend on the groups.',
  'explain.inEnvironment': ' in {environment}',
  'explain.ofApplication': ' of {application}',
  'explain.ofApplicationIn': ' of {application} in {environment}',
  'explain.openedBy': 'Groups that open it: {list}{more, plural, =0 {} other { and # more}}.',
  'explain.openingGroup': '{name} ({what} in {environment}, from “{provider}”)',
  'explain.justAccess': 'access',
  'explain.nothingMapped': 'No group opens it.',
  'explain.notPlaced': '{application} is not one of the applications of {environment}.',
  'explain.adminElsewhere':
    'The group {groups} is mapped to Security Admin, but that role counts only for people of the primary identity provider{primary, select, none {} other { “{primary}”}}.',
  'explain.portalItself': 'The portal itself is open to everyone who can sign in.',
  'explain.applications':
    'Can open {count, plural, one {# application} other {# applications}}: {list}{more, plural, =0 {} other { and # more}}.',
  'explain.applicationIn': '{application} in {environment}',
  'explain.noApplications': 'Cannot open {what, select, one {this application} other {any application}}.',
  'explain.opensUnless':
    'The groups would open {list}{more, plural, =0 {} other { and # more}}, but the person cannot sign in.',
  'explain.applicationsUnknown': 'What the person can open is known after the first sign-in.',
} as const
