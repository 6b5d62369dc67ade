import type { Noun } from '../../kit/nouns/noun.ts'
import type { AdminEnvironment } from './contract.ts'

/** `selected` marks the environment the session or profile works in. */
export type EnvironmentRow = AdminEnvironment & { readonly selected: boolean }

export const environmentNoun: Noun<EnvironmentRow> = {
  name: 'environment',
  plural: 'environments',
  aliases: ['env', 'envs'],
  label: 'Environment',
  labelPlural: 'Environments',
  summary: 'Production and its stages; applications and service accounts belong to one',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name, unique in the tenant', value: (row) => row.name },
    { name: 'type', label: 'Type', kind: 'text', summary: 'PROD or the kind of stage', value: (row) => row.type },
    { name: 'urn', label: 'URN', kind: 'urn', summary: 'Uniform resource name', value: (row) => row.urn },
    {
      name: 'readonly',
      label: 'Read-only',
      kind: 'boolean',
      summary: 'Whether it is read-only',
      value: (row) => row.readonly,
    },
    {
      name: 'selected',
      label: 'Selected',
      kind: 'boolean',
      summary: 'Whether commands work in it by default',
      value: (row) => row.selected,
    },
  ],
  columns: ['name', 'type', 'readonly', 'selected'],
  wideColumns: ['id', 'urn'],
  actions: [
    { name: 'list', summary: 'List environments', changes: false, severity: 'none' },
    { name: 'update', summary: 'Rename an environment', changes: true, severity: 'none' },
    { name: 'use', summary: 'Choose the environment that commands work in', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}
