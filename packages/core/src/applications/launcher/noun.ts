import type { Noun } from '../../kit/nouns/noun.ts'
import type { PrincipalInfo } from './contract.ts'

/** Who is signed in, as `whoami` prints it. */
export const principalNoun: Noun<PrincipalInfo> = {
  name: 'principal',
  plural: 'principals',
  aliases: [],
  label: 'Principal',
  labelPlural: 'Principals',
  summary: 'Who is signed in',
  fields: [
    { name: 'kind', label: 'Kind', kind: 'text', summary: 'user or service-account', value: (row) => row.kind },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'username', label: 'Username', kind: 'text', summary: 'Username or URN', value: (row) => row.username },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Display name', value: (row) => row.name },
    { name: 'email', label: 'E-mail', kind: 'text', summary: 'E-mail address', value: (row) => row.email },
    { name: 'tenant', label: 'Tenant', kind: 'text', summary: 'Name of the tenant', value: (row) => row.tenant.name },
    { name: 'tenantId', label: 'Tenant ID', kind: 'id', summary: 'Id of the tenant', value: (row) => row.tenant.id },
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'Name of the environment',
      value: (row) => row.environment?.name ?? null,
    },
    {
      name: 'environmentId',
      label: 'Environment ID',
      kind: 'id',
      summary: 'Id of the environment',
      value: (row) => row.environment?.id ?? null,
    },
    {
      name: 'identityProvider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Identity provider that a person signed in with',
      value: (row) => row.identityProvider?.name ?? null,
    },
    { name: 'groups', label: 'Groups', kind: 'list', summary: 'Groups of a person', value: (row) => row.groups },
    {
      name: 'portalRoles',
      label: 'Portal roles',
      kind: 'list',
      summary: 'Roles in the portal itself',
      value: (row) => row.portalRoles,
    },
  ],
  columns: ['kind', 'id', 'name', 'tenant', 'environment', 'portalRoles'],
  wideColumns: ['username', 'email', 'identityProvider', 'groups'],
  actions: [{ name: 'whoami', summary: 'Show who is signed in', changes: false, severity: 'none' }],
  inEnvironment: false,
}
