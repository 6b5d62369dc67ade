import type { Noun } from '@portico/core'

/** The version of this program, and of the server if it responded. */
export type VersionRow = {
  readonly version: string
  readonly server: string | null
  readonly serverVersion: string | null
}

export const versionNoun: Noun<VersionRow> = {
  name: 'version',
  plural: 'versions',
  aliases: [],
  label: 'Version',
  labelPlural: 'Versions',
  summary: 'Print the version of this program and of the server',
  fields: [
    { name: 'version', label: 'Portico', kind: 'text', summary: 'This program', value: (row) => row.version },
    { name: 'server', label: 'Server', kind: 'text', summary: 'Address of the server', value: (row) => row.server },
    {
      name: 'serverVersion',
      label: 'Server version',
      kind: 'text',
      summary: 'Version that the server reports; null if no server is set or it does not answer',
      value: (row) => row.serverVersion,
    },
  ],
  columns: ['version', 'serverVersion', 'server'],
  wideColumns: [],
  actions: [
    {
      name: 'version',
      summary: 'Print the version of this program and of the server, if one is set and answers',
      changes: false,
      severity: 'none',
    },
  ],
  inEnvironment: false,
}
