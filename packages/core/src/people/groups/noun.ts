import type { Noun } from '../../kit/nouns/noun.ts'
import type { Group, ProviderGroups, SeenGroup } from './contract.ts'

/** A group with the provider it belongs to. */
export type GroupRow = Group & Pick<ProviderGroups, 'idp' | 'idpName' | 'source'>

/** One row for each group, in the order of the answer. */
export function groupRowsOf(tenantGroups: readonly ProviderGroups[]): GroupRow[] {
  return tenantGroups.flatMap(({ idp, idpName, source, groups }) =>
    groups.map((group) => ({ ...group, idp, idpName, source })),
  )
}

export const groupNoun: Noun<GroupRow> = {
  name: 'group',
  plural: 'groups',
  aliases: [],
  label: 'Group',
  labelPlural: 'Groups',
  summary: 'Groups that identity providers name in sign-ins',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name, after transforms', value: (row) => row.name },
    { name: 'claim', label: 'Received', kind: 'text', summary: 'As the provider sends it', value: (row) => row.claim },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.idpName,
    },
    {
      name: 'source',
      label: 'Source',
      kind: 'text',
      summary: 'directory, seen in a sign-in, or unavailable',
      value: (row) => row.source,
    },
  ],
  columns: ['name', 'claim', 'provider'],
  wideColumns: ['source', 'id'],
  actions: [
    { name: 'list', summary: 'List the groups of every identity provider', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a group that no sign-in has named yet', changes: true, severity: 'none' },
    { name: 'forget', summary: 'Forget groups that are not mapped', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}

/** A group in the list of its provider. */
export const seenGroupNoun: Noun<SeenGroup> = {
  ...groupNoun,
  fields: [
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name, after transforms', value: (row) => row.name },
    { name: 'claim', label: 'Received', kind: 'text', summary: 'As the provider sends it', value: (row) => row.claim },
    {
      name: 'lastSeenAt',
      label: 'Last seen',
      kind: 'time',
      summary: 'Latest sign-in with the group, accurate to five minutes',
      value: (row) => row.lastSeenAt,
    },
    {
      name: 'mappedTo',
      label: 'Mapped to',
      kind: 'text',
      summary: 'Roles and applications that are mapped to it',
      value: (row) => row.mappedTo.join(', '),
    },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  ],
  columns: ['name', 'claim', 'lastSeenAt', 'mappedTo'],
  wideColumns: ['id'],
}
