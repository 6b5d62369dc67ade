import type { Noun } from '../../kit/nouns/noun.ts'
import type { GroupUse, Mapping } from './contract.ts'

/** What a row is called in full: "Billing: Viewer", "Auditor", "Vault". */
export function mappingName({ kind, appLabel, label }: Pick<Mapping, 'kind' | 'appLabel' | 'label'>): string {
  return kind === 'application-role' ? `${appLabel ?? ''}: ${label}` : label
}

const kindLabels = {
  'portal-role': 'portal role',
  'tenant-role': 'custom role',
  'application-role': 'application role',
  application: 'application',
} as const

type Target = Pick<Mapping, 'id' | 'kind' | 'appId' | 'appUrn' | 'appLabel' | 'roleId' | 'role' | 'label'>

const targetFields: Noun<Target>['fields'] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'text',
    isWord: true,
    summary: 'What it is',
    value: (row) => kindLabels[row.kind],
  },
  {
    name: 'application',
    label: 'Application',
    kind: 'text',
    summary: 'Name of the application, or null',
    value: (row) => row.appLabel ?? null,
  },
  {
    name: 'role',
    label: 'Role',
    kind: 'text',
    summary: 'Name of the role; null: access without a role',
    value: (row) => (row.kind === 'application' ? null : row.label),
  },
  {
    name: 'name',
    label: 'Name',
    kind: 'text',
    summary: 'Application and role in one text',
    value: mappingName,
  },
  {
    name: 'word',
    label: 'Word',
    kind: 'text',
    summary: 'Word for --role; null: access without a role',
    value: (row) => (row.kind === 'application' ? null : row.role),
  },
  {
    name: 'appUrn',
    label: 'URN',
    kind: 'urn',
    summary: 'URN of the application, or null',
    value: (row) => row.appUrn ?? null,
  },
  {
    name: 'roleId',
    label: 'Role ID',
    kind: 'id',
    summary: 'Identifier of the role, or null',
    value: (row) => row.roleId ?? null,
  },
]

export const mappingNoun: Noun<Mapping> = {
  name: 'mapping',
  plural: 'mappings',
  aliases: [],
  label: 'Group mapping',
  labelPlural: 'Group mappings',
  summary: 'Which groups hold the roles of an environment and open its applications',
  fields: [
    ...targetFields,
    {
      name: 'groups',
      label: 'Groups',
      kind: 'list',
      summary: 'Names of the groups mapped to it',
      value: (row) => row.groups.map(({ name }) => name),
    },
    {
      name: 'groupCount',
      label: 'Number of groups',
      kind: 'number',
      summary: 'How many groups are mapped to it',
      value: (row) => row.groupCount,
    },
  ],
  columns: ['application', 'role', 'groups'],
  wideColumns: ['kind', 'word', 'appUrn', 'roleId'],
  actions: [
    { name: 'list', summary: 'List roles and applications with their groups', changes: false, severity: 'none' },
    { name: 'get', summary: 'List the groups of a role or application', changes: false, severity: 'none' },
    { name: 'set', summary: 'Replace the groups of a role or application', changes: true, severity: 'none' },
    { name: 'add', summary: 'Add groups to a role or application', changes: true, severity: 'none' },
    { name: 'remove', summary: 'Remove groups from a role or application', changes: true, severity: 'none' },
    { name: 'matrix', summary: 'Show a matrix of roles and groups', changes: false, severity: 'none' },
    { name: 'uses', summary: 'List what a group is mapped to, in all environments', changes: false, severity: 'none' },
    { name: 'diff', summary: 'Compare the mappings of two environments', changes: false, severity: 'none' },
    {
      name: 'promote',
      summary: 'Copy the mappings of one environment (--env) to another (--to)',
      changes: true,
      severity: 'moderate',
    },
  ],
  inEnvironment: true,
}

/** A row of what a group is mapped to. */
export const groupUseNoun: Noun<GroupUse> = {
  ...mappingNoun,
  fields: [
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'Name of the environment; null: a role of the portal',
      value: (row) => row.environmentName ?? null,
    },
    ...targetFields,
  ],
  columns: ['environment', 'application', 'role'],
  wideColumns: ['kind', 'word', 'appUrn', 'roleId'],
}
