import type { Noun } from '../../kit/nouns/noun.ts'
import type { OperatedTenant } from './contract.ts'
import { healthOf, lastSignInOf } from './health.ts'

/** A tenant as support sees it: `portico operations list`. */
export const operatedTenantNoun: Noun<OperatedTenant> = {
  name: 'operations',
  plural: 'operations',
  aliases: ['ops'],
  label: 'Tenant',
  labelPlural: 'Operations',
  summary: 'The tenants, for support',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the company', value: (row) => row.name },
    { name: 'slug', label: 'Short name', kind: 'text', summary: 'Short name, as in URNs', value: (row) => row.slug },
    {
      name: 'state',
      label: 'State',
      kind: 'text',
      isWord: true,
      summary: 'active or deactivated',
      value: (row) => (row.deactivated ? 'deactivated' : 'active'),
    },
    {
      name: 'health',
      label: 'Sign-in',
      kind: 'text',
      summary: 'no-provider, no-primary, failing, expired, expiring, unused or working',
      value: healthOf,
    },
    {
      name: 'lastSignInAt',
      label: 'Last sign-in',
      kind: 'time',
      summary: 'The last sign-in among the latest 200 attempts',
      value: lastSignInOf,
    },
    {
      name: 'nextExpiryAt',
      label: 'Next expiry',
      kind: 'time',
      isEnd: true,
      summary: 'When the next certificate or secret of a provider expires, within 60 days',
      value: (row) => row.expiries[0]?.at ?? null,
    },
    {
      name: 'support',
      label: 'Support',
      kind: 'text',
      isWord: true,
      summary: 'What the tenant allows support: none, read or change',
      value: supportOf,
    },
    {
      name: 'supportSessions',
      label: 'Support sessions',
      kind: 'number',
      summary: 'Number of support sessions running there',
      value: (row) => row.supportSessions,
    },
    {
      name: 'environments',
      label: 'Environments',
      kind: 'list',
      summary: 'Names of its environments',
      value: (row) => row.environments.map(({ name }) => name),
    },
    {
      name: 'people',
      label: 'People',
      kind: 'number',
      summary: 'Number of people; at most 100,000 are counted',
      value: (row) => row.people,
    },
    {
      name: 'providers',
      label: 'Identity providers',
      kind: 'json',
      summary: 'Its identity providers with the last sign-in and the failures since',
      value: (row) => row.providers,
    },
    {
      name: 'expiries',
      label: 'Expiries',
      kind: 'json',
      summary: 'Certificates and secrets that expire within 60 days or have expired',
      value: (row) => row.expiries,
    },
    {
      name: 'deactivatedMessage',
      label: 'Why deactivated',
      kind: 'text',
      summary: 'Message that its people see',
      value: (row) => row.deactivatedMessage,
    },
    {
      name: 'banner',
      label: 'Banner',
      kind: 'text',
      summary: 'Message of the operator to its people',
      value: (row) => row.banner?.message ?? null,
    },
    {
      name: 'createdAt',
      label: 'Created',
      kind: 'time',
      summary: 'When it was created',
      value: (row) => row.createdAt,
    },
  ],
  columns: ['name', 'slug', 'state', 'health', 'nextExpiryAt', 'support', 'people'],
  wideColumns: ['id', 'environments', 'lastSignInAt', 'createdAt'],
  actions: [
    { name: 'list', summary: 'List the tenants of the deployment', changes: false, severity: 'none' },
    { name: 'show', summary: 'Show one tenant with its environments and providers', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}

/** What the tenant allows people of the vendor. */
export function supportOf(
  row: Pick<OperatedTenant, 'allowProsAccess' | 'allowProsChange'>,
): 'none' | 'read' | 'change' {
  if (!row.allowProsAccess) return 'none'
  return row.allowProsChange ? 'change' : 'read'
}
