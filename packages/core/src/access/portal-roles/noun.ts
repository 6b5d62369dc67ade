import type { Noun } from '../../kit/nouns/noun.ts'
import type { PortalRole } from './contract.ts'

export const portalRoleNoun: Noun<PortalRole> = {
  name: 'portal-role',
  plural: 'portal-roles',
  aliases: [],
  label: 'Portal role',
  labelPlural: 'Portal roles',
  summary: 'Who administers the portal',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'label', label: 'Name', kind: 'text', summary: 'Name', value: (row) => row.label },
    {
      name: 'readonly',
      label: 'Read-only',
      kind: 'boolean',
      summary: 'Whether it cannot be changed',
      value: (row) => row.readonly,
    },
  ],
  columns: ['id', 'label'],
  wideColumns: ['readonly'],
  actions: [
    { name: 'list', summary: 'List the roles of the portal', changes: false, severity: 'none' },
    { name: 'get', summary: 'List the groups that hold a role', changes: false, severity: 'none' },
    { name: 'set', summary: 'Replace the groups that hold a role', changes: true, severity: 'moderate' },
  ],
  inEnvironment: false,
}
