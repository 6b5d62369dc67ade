import type { Noun } from '@portico/core'

/** A setting with the origin of its value. */
export type SettingRow = {
  readonly key: string
  readonly value: string | null
  readonly source: string | null
  readonly origin: string | null
  /** false: a source with higher precedence overrides it. */
  readonly used: boolean
  readonly summary: string
}

export const settingNoun: Noun<SettingRow> = {
  name: 'config',
  plural: 'settings',
  aliases: [],
  label: 'Setting',
  labelPlural: 'Settings',
  summary: 'Read and change settings',
  fields: [
    { name: 'key', label: 'Key', kind: 'text', summary: 'Name of the setting', value: (row) => row.key },
    { name: 'value', label: 'Value', kind: 'text', summary: 'Value of the setting', value: (row) => row.value },
    { name: 'source', label: 'Source', kind: 'text', summary: 'Kind of source', value: (row) => row.source },
    {
      name: 'origin',
      label: 'Origin',
      kind: 'text',
      summary: 'Where the value comes from',
      value: (row) => row.origin,
    },
    { name: 'used', label: 'Used', kind: 'boolean', summary: 'Whether this value is used', value: (row) => row.used },
    {
      name: 'summary',
      label: 'Summary',
      kind: 'text',
      summary: 'What the setting is for',
      value: (row) => row.summary,
    },
  ],
  columns: ['key', 'value', 'origin', 'used'],
  wideColumns: ['source', 'summary'],
  actions: [
    { name: 'get', summary: 'Print the value of a setting', changes: false, severity: 'none' },
    {
      name: 'set',
      summary: 'Set a setting, in the current profile if it is a profile setting',
      changes: true,
      severity: 'none',
    },
    { name: 'unset', summary: 'Remove a setting', changes: true, severity: 'none' },
    { name: 'list', summary: 'List settings with their origin', changes: false, severity: 'none' },
    {
      name: 'explain',
      summary: 'Show every source of a setting, and which one is used',
      changes: false,
      severity: 'none',
    },
  ],
  inEnvironment: false,
}
