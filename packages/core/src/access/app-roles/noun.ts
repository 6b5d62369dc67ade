import type { Noun } from '../../kit/nouns/noun.ts'
import type { Role } from './contract.ts'

export const roleNoun: Noun<Role> = {
  name: 'app-role',
  plural: 'app-roles',
  aliases: [],
  label: 'Application role',
  labelPlural: 'Application roles',
  summary: 'What a person or service account may do in one application',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    {
      name: 'name',
      label: 'Name',
      kind: 'text',
      summary: 'Word used in commands and tokens',
      value: (row) => row.name,
    },
    { name: 'label', label: 'Label', kind: 'text', summary: 'Display name', value: (row) => row.label },
    {
      name: 'appId',
      label: 'Application ID',
      kind: 'id',
      summary: 'Application it belongs to',
      value: (row) => row.appId,
    },
    {
      name: 'environmentId',
      label: 'Environment ID',
      kind: 'id',
      summary: 'Environment it belongs to',
      value: (row) => row.environmentId,
    },
  ],
  columns: ['name', 'label'],
  wideColumns: ['id', 'appId', 'environmentId'],
  actions: [
    { name: 'list', summary: 'List the roles of an application', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one role of an application', changes: false, severity: 'none' },
  ],
  inEnvironment: true,
}
