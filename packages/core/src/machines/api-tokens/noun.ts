import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { ApiToken, CreatedApiToken, OwnedApiToken } from './contract.ts'

/** A token of the person who asks, or of another person: then with its owner. */
export type ListedApiToken = ApiToken & Partial<Pick<OwnedApiToken, 'owner'>>

const fields: readonly Field<ListedApiToken>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'name', label: 'Name', kind: 'text', summary: 'Name', value: (row) => row.name },
  {
    name: 'owner',
    label: 'Owner',
    kind: 'text',
    summary: 'Username of the person; empty for your own',
    value: (row) => row.owner?.username ?? null,
  },
  {
    name: 'application',
    label: 'Application',
    kind: 'text',
    summary: 'Application that accepts it',
    value: (row) => row.application.label,
  },
  {
    name: 'environment',
    label: 'Environment',
    kind: 'text',
    summary: 'Environment it is for',
    value: (row) => row.environment.name,
  },
  {
    name: 'roles',
    label: 'Roles',
    kind: 'list',
    summary: 'Roles chosen in the application',
    value: (row) => row.roles,
  },
  {
    name: 'tenantRoles',
    label: 'Custom roles',
    kind: 'list',
    summary: 'Custom roles chosen',
    value: (row) => row.tenantRoles,
  },
  {
    name: 'state',
    label: 'State',
    kind: 'text',
    isWord: true,
    summary: 'active, expired or revoked',
    value: (row) => row.state,
  },
  {
    name: 'expiresAt',
    label: 'Expires',
    kind: 'time',
    isEnd: true,
    summary: 'When it expires',
    value: (row) => row.expiresAt,
  },
  {
    name: 'lastUsedAt',
    label: 'Last used',
    kind: 'time',
    summary: 'When it was last used, accurate to the minute',
    value: (row) => row.lastUsedAt,
  },
  { name: 'createdAt', label: 'Created', kind: 'time', summary: 'When it was created', value: (row) => row.createdAt },
  {
    name: 'beginning',
    label: 'Begins with',
    kind: 'text',
    summary: 'First characters of the token',
    value: (row) => row.beginning,
  },
  {
    name: 'revokedAt',
    label: 'Revoked',
    kind: 'time',
    summary: 'When it was revoked',
    value: (row) => row.revokedAt,
  },
  {
    name: 'revokedBy',
    label: 'Revoked by',
    kind: 'text',
    summary: 'Who revoked it',
    value: (row) => row.revokedBy,
  },
  {
    name: 'urn',
    label: 'URN',
    kind: 'id',
    summary: 'URN of the application',
    value: (row) => row.application.urn,
  },
]

export const apiTokenNoun: Noun<ListedApiToken> = {
  name: 'api-token',
  plural: 'api-tokens',
  aliases: [],
  label: 'API token',
  labelPlural: 'API tokens',
  summary: 'Tokens for programs in your name',
  fields,
  columns: ['name', 'application', 'environment', 'state', 'expiresAt', 'lastUsedAt'],
  wideColumns: ['id', 'roles', 'tenantRoles', 'beginning'],
  actions: [
    { name: 'list', summary: 'List your API tokens, or those of all people', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create an API token and print it once', changes: true, severity: 'none' },
    { name: 'revoke', summary: 'Revoke an API token', changes: true, severity: 'severe' },
  ],
  inEnvironment: false,
}

/** What is printed once, when a token is created. */
export const createdApiTokenNoun: Noun<CreatedApiToken> = {
  ...apiTokenNoun,
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
