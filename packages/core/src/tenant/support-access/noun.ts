import type { Noun } from '../../kit/nouns/noun.ts'
import type { SupportAccess } from './contract.ts'

export const supportAccessNoun: Noun<SupportAccess> = {
  name: 'support-access',
  plural: 'support-access',
  aliases: [],
  label: 'Support access',
  labelPlural: 'Support access',
  summary: 'Whether support users of the vendor may enter the tenant',
  fields: [
    {
      name: 'allowProsAccess',
      label: 'Access',
      kind: 'boolean',
      summary: 'Whether support users may enter the tenant',
      value: (row) => row.allowProsAccess,
    },
    {
      name: 'allowProsChange',
      label: 'Changes',
      kind: 'boolean',
      summary: 'Whether support users may change settings there',
      value: (row) => row.allowProsChange,
    },
  ],
  columns: ['allowProsAccess', 'allowProsChange'],
  wideColumns: [],
  actions: [
    { name: 'status', summary: 'Show whether support users may enter the tenant', changes: false, severity: 'none' },
    { name: 'allow', summary: 'Let support users enter the tenant', changes: true, severity: 'moderate' },
    {
      name: 'deny',
      summary: 'Keep support users out, and end running support sessions',
      changes: true,
      severity: 'moderate',
    },
  ],
  inEnvironment: false,
}
