import type { Noun } from '../nouns/noun.ts'
import type { OwnSupportSession } from './sessions-contract.ts'

/** The support session that the caller is in. */
export const supportNoun: Noun<OwnSupportSession> = {
  name: 'support',
  plural: 'support',
  aliases: [],
  label: 'Support session',
  labelPlural: 'Support sessions',
  summary: 'For support users of the vendor: enter the tenant of a customer, and leave it',
  fields: [
    { name: 'tenant', label: 'Tenant', kind: 'text', summary: 'Name of the tenant', value: (row) => row.tenant.name },
    { name: 'reason', label: 'Reason', kind: 'text', summary: 'Why you entered', value: (row) => row.reason },
    { name: 'since', label: 'Began', kind: 'time', summary: 'When it began', value: (row) => row.since },
    { name: 'until', label: 'Ends', kind: 'time', summary: 'When it ends at the latest', value: (row) => row.until },
    {
      name: 'mayChange',
      label: 'May change',
      kind: 'boolean',
      summary: 'Whether you may change settings',
      value: (row) => row.mayChange,
    },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Of the support session', value: (row) => row.id },
  ],
  columns: ['tenant', 'reason', 'since', 'until', 'mayChange'],
  wideColumns: ['id'],
  actions: [
    { name: 'enter', summary: 'Enter a tenant that allows support access', changes: true, severity: 'moderate' },
    { name: 'leave', summary: 'Leave the tenant, and return to your own', changes: true, severity: 'none' },
    { name: 'status', summary: 'Show the tenant you are in, and until when', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}
