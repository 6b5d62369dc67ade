import type { Noun } from '../../kit/nouns/noun.ts'
import type { Takeover } from './takeover-contract.ts'

/** In one word, for tables and `--json`: `approved`, or why the person or group is not sent. */
export function takeoverState({ obstacle, approvedAt }: Takeover): 'approved' | Takeover['obstacle'] {
  return obstacle === 'approval' && approvedAt !== null ? 'approved' : obstacle
}

/** Whether an administrator can approve it now. */
export function isApprovable(row: Takeover): boolean {
  return takeoverState(row) === 'approval' && row.account !== null
}

export const takeoverNoun: Noun<Takeover> = {
  name: 'takeover',
  plural: 'takeovers',
  aliases: [],
  label: 'Existing account',
  labelPlural: 'Existing accounts',
  summary: 'People and groups whose name belongs to an existing account of an application',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier of the person or group', value: (row) => row.id },
    { name: 'kind', label: 'Kind', kind: 'text', isWord: true, summary: 'person or group', value: (row) => row.kind },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Username, or name of the group', value: (row) => row.name },
    {
      name: 'displayName',
      label: 'Person',
      kind: 'text',
      summary: 'Name of the person',
      value: (row) => row.displayName,
    },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Identity provider of the person or group',
      value: (row) => row.provider,
    },
    {
      name: 'state',
      label: 'State',
      kind: 'text',
      isWord: true,
      summary: 'approval, approved, or why it is never taken over: identifier, ours, several or hidden',
      value: takeoverState,
    },
    {
      name: 'accountName',
      label: 'Account',
      kind: 'text',
      summary: 'displayName of the account, or of the group, in the application',
      value: (row) => row.account?.displayName ?? row.account?.name ?? null,
    },
    {
      name: 'accountUserName',
      label: 'Username there',
      kind: 'text',
      summary: 'userName of the account in the application',
      value: (row) => (row.kind === 'person' ? (row.account?.name ?? null) : null),
    },
    {
      name: 'accountId',
      label: 'ID there',
      kind: 'text',
      summary: 'id of the account in the application',
      value: (row) => row.account?.id ?? null,
    },
    {
      name: 'accountExternalId',
      label: 'External ID there',
      kind: 'text',
      summary: 'externalId of the account in the application',
      value: (row) => row.account?.externalId ?? null,
    },
    {
      name: 'createdAt',
      label: 'Exists since',
      kind: 'time',
      summary: 'When the application created the account',
      value: (row) => row.account?.createdAt ?? null,
    },
    {
      name: 'modifiedAt',
      label: 'Last modified',
      kind: 'time',
      summary: 'When the account was last modified in the application',
      value: (row) => row.account?.modifiedAt ?? null,
    },
    {
      name: 'foundAt',
      label: 'Found',
      kind: 'time',
      summary: 'When Portico found the account as it is listed',
      value: (row) => row.foundAt,
    },
    {
      name: 'approvedAt',
      label: 'Approved',
      kind: 'time',
      summary: 'When an administrator approved it',
      value: (row) => row.approvedAt,
    },
  ],
  columns: ['kind', 'name', 'provider', 'state', 'accountName', 'accountId', 'createdAt', 'modifiedAt'],
  wideColumns: ['displayName', 'accountUserName', 'accountExternalId', 'foundAt', 'approvedAt', 'id'],
  actions: [],
  inEnvironment: true,
}
