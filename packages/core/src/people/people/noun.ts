import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { Person, PersonDetail } from './contract.ts'
import { personState } from './state.ts'

const fields: readonly Field<Person>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'name', label: 'Name', kind: 'text', summary: 'Name, as the provider sends it', value: (row) => row.name },
  {
    name: 'username',
    label: 'Username',
    kind: 'text',
    summary: 'Username, after transforms',
    value: (row) => row.username,
  },
  { name: 'email', label: 'E-mail', kind: 'text', summary: 'E-mail address', value: (row) => row.email },
  {
    name: 'provider',
    label: 'Identity provider',
    kind: 'text',
    summary: 'Name of the identity provider',
    value: (row) => row.identityProvider.name,
  },
  {
    name: 'providerId',
    label: 'Provider ID',
    kind: 'id',
    summary: 'Id of the identity provider',
    value: (row) => row.identityProvider.id,
  },
  {
    name: 'state',
    label: 'State',
    kind: 'text',
    summary: 'active, deactivated or foreign-username',
    value: personState,
  },
  {
    name: 'lastSignInAt',
    label: 'Last sign-in',
    kind: 'time',
    summary: 'When the person last signed in',
    value: (row) => row.lastSignInAt,
  },
  {
    name: 'deactivatedAt',
    label: 'Deactivated',
    kind: 'time',
    summary: 'When the person was deactivated',
    value: (row) => row.deactivatedAt,
  },
  {
    name: 'deactivatedBy',
    label: 'Deactivated by',
    kind: 'text',
    summary: 'Who deactivated the person',
    value: (row) => row.deactivatedBy,
  },
  {
    name: 'usernameForeignSince',
    label: 'Foreign username since',
    kind: 'time',
    summary: 'Since when the username has not belonged to the identity provider',
    value: (row) => row.usernameForeignSince,
  },
  {
    name: 'createdAt',
    label: 'Known since',
    kind: 'time',
    summary: 'When the person first signed in',
    value: (row) => row.createdAt,
  },
]

export const personNoun: Noun<Person> = {
  name: 'person',
  plural: 'people',
  aliases: [],
  label: 'Person',
  labelPlural: 'People',
  summary: 'People who have signed in or were imported',
  fields,
  columns: ['name', 'username', 'provider', 'state', 'lastSignInAt'],
  wideColumns: ['id', 'email', 'createdAt'],
  actions: [
    { name: 'list', summary: 'List the people who have signed in or were imported', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one person with groups, roles and sessions', changes: false, severity: 'none' },
    { name: 'sign-out', summary: 'Sign a person out everywhere', changes: true, severity: 'moderate' },
    { name: 'deactivate', summary: 'Prevent a person from signing in', changes: true, severity: 'moderate' },
    { name: 'reactivate', summary: 'Let a deactivated person sign in again', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}

/** `Production: Billing: Viewer`, or `Security Admin`. */
function roleTexts({ access }: PersonDetail): readonly string[] {
  return access.roles.map(({ label, environment, application }) =>
    [environment?.name, application?.label, label].filter(Boolean).join(': '),
  )
}

/** One person, as `person get` prints it. */
export const personDetailNoun: Noun<PersonDetail> = {
  ...personNoun,
  columns: ['name', 'username', 'provider', 'state', 'lastSignInAt', 'groups', 'roles'],
  fields: [
    ...(fields as readonly Field<PersonDetail>[]),
    {
      name: 'usernameReceived',
      label: 'Username received',
      kind: 'text',
      summary: 'Username as the provider sends it, if transforms changed it',
      value: (row) => row.usernameReceived,
    },
    {
      name: 'usernameBelongs',
      label: 'Username belongs to',
      kind: 'text',
      summary: 'Where the username belongs, if not to the identity provider',
      value: (row) => row.usernameBelongs,
    },
    {
      name: 'groups',
      label: 'Groups',
      kind: 'list',
      summary: 'Groups of the last sign-in, after transforms',
      value: (row) => row.groups.map(({ name }) => name),
    },
    {
      name: 'groupCount',
      label: 'Number of groups',
      kind: 'number',
      summary: 'Number of groups; groups lists some of them',
      value: (row) => row.groupCount,
    },
    {
      name: 'groupsReceived',
      label: 'Groups received',
      kind: 'text',
      summary: 'Groups as the provider sent them at the last sign-in',
      value: (row) => row.recorded.received,
    },
    {
      name: 'roles',
      label: 'Roles',
      kind: 'list',
      summary: 'Roles, each with environment and application',
      value: roleTexts,
    },
    {
      name: 'applications',
      label: 'Applications',
      kind: 'list',
      summary: 'Applications the person can open, each with the environment',
      value: (row) => row.access.applications.map(({ label, environment }) => `${environment.name}: ${label}`),
    },
    {
      name: 'sessions',
      label: 'Sessions in browsers',
      kind: 'number',
      summary: 'Number of sessions in browsers',
      value: (row) => row.sessions.browser,
    },
    {
      name: 'cliSessions',
      label: 'Sessions on the command line',
      kind: 'number',
      summary: 'Number of sessions on the command line',
      value: (row) => row.sessions.cli,
    },
    {
      name: 'lastUsedAt',
      label: 'Last used',
      kind: 'time',
      summary: 'When one of the sessions was last used',
      value: (row) => row.sessions.lastUsedAt,
    },
    {
      name: 'signIns',
      label: 'Last sign-ins',
      kind: 'json',
      summary: 'The last sign-ins with their codes, including failed ones',
      value: (row) => row.signIns,
    },
  ],
}
