import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { CreatedScimToken, GroupSource, ScimToken } from './contract.ts'

/** In one word, for tables and `--json`: `active`, `inactive` or `expired`. */
export function scimTokenState({ active, isExpired }: Pick<ScimToken, 'active' | 'isExpired'>) {
  if (isExpired) return 'expired'
  return active ? 'active' : 'inactive'
}

const fields: readonly Field<ScimToken>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'name', label: 'Name', kind: 'text', summary: 'What the token is for', value: (row) => row.name },
  {
    name: 'beginning',
    label: 'Begins with',
    kind: 'text',
    summary: 'First characters of the token',
    value: (row) => row.beginning,
  },
  {
    name: 'state',
    label: 'State',
    kind: 'text',
    isWord: true,
    summary: 'active, inactive or expired',
    value: scimTokenState,
  },
  {
    name: 'active',
    label: 'Active',
    kind: 'boolean',
    summary: 'Whether it is enabled, even if it has expired',
    value: (row) => row.active,
  },
  { name: 'issuedAt', label: 'Issued', kind: 'time', summary: 'When it was created', value: (row) => row.issuedAt },
  {
    name: 'expiresAt',
    label: 'Expires',
    kind: 'time',
    isEnd: true,
    summary: 'When it expires',
    value: (row) => row.expiresAt,
  },
  {
    name: 'isExpired',
    label: 'Expired',
    kind: 'boolean',
    summary: 'Whether it has expired',
    value: (row) => row.isExpired,
  },
  {
    name: 'lastUsedAt',
    label: 'Last used',
    kind: 'time',
    summary: 'When it was last used, accurate to the minute',
    value: (row) => row.lastUsedAt,
  },
  {
    name: 'dryRun',
    label: 'Dry run',
    kind: 'boolean',
    summary: 'Whether its requests change nothing',
    value: (row) => row.dryRun,
  },
]

export const scimTokenNoun: Noun<ScimToken> = {
  name: 'scim-token',
  plural: 'scim-tokens',
  aliases: [],
  label: 'SCIM token',
  labelPlural: 'SCIM tokens',
  summary: 'Tokens that a directory uses to provision people and groups',
  fields,
  columns: ['name', 'beginning', 'state', 'expiresAt', 'lastUsedAt'],
  wideColumns: ['id', 'issuedAt', 'dryRun'],
  actions: [
    { name: 'list', summary: 'List the SCIM tokens of an identity provider', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a SCIM token and print it once', changes: true, severity: 'none' },
    { name: 'enable', summary: 'Switch a SCIM token on', changes: true, severity: 'none' },
    { name: 'disable', summary: 'Switch a SCIM token off', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a SCIM token', changes: true, severity: 'severe' },
  ],
  inEnvironment: false,
}

/** What is printed once, when a token is created. */
export const createdScimTokenNoun: Noun<CreatedScimToken> = {
  ...scimTokenNoun,
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    {
      name: 'token',
      label: 'Token',
      kind: 'text',
      summary: 'The token; shown once',
      shownOnce: true,
      value: (row) => row.token,
    },
    {
      name: 'expiresAt',
      label: 'Expires',
      kind: 'time',
      isEnd: true,
      summary: 'When it expires',
      value: (row) => row.expiresAt,
    },
  ],
  columns: ['id', 'token', 'expiresAt'],
  wideColumns: [],
}

/** What the commands of SCIM print. One identity provider is meant by `--idp`. */
export const scimNoun: Noun<GroupSource> = {
  name: 'scim',
  plural: 'scim',
  aliases: [],
  label: 'SCIM',
  labelPlural: 'SCIM',
  summary: 'Provisioning of people and groups by a directory',
  fields: [
    {
      name: 'source',
      label: 'Source of groups',
      kind: 'text',
      isWord: true,
      summary: 'claims (from sign-ins) or scim (from the directory)',
      value: (row) => row.source,
    },
  ],
  columns: ['source'],
  wideColumns: [],
  actions: [
    {
      name: 'group-source',
      summary: 'Show or choose where the groups of people come from',
      changes: true,
      severity: 'moderate',
    },
    { name: 'requests', summary: 'List what the directory has sent', changes: false, severity: 'none' },
    { name: 'request', summary: 'Show one request of the directory', changes: false, severity: 'none' },
    { name: 'activity', summary: 'Count what the directory has sent', changes: false, severity: 'none' },
    { name: 'drift', summary: 'Show where the directory and the tenant differ', changes: false, severity: 'none' },
    {
      name: 'unseen',
      summary: 'List people whom the directory sent but who never signed in',
      changes: false,
      severity: 'none',
    },
  ],
  inEnvironment: false,
}
