import type { Noun } from '@portico/core'

/** The result of one row of a file. */
export type BulkRow = {
  readonly row: number
  readonly name: string
  /** `present`: an account as described by the row existed already. */
  readonly status: 'created' | 'present' | 'failed'
  readonly id: string | null
  readonly errorID: string | null
  readonly message: string | null
}

export const bulkNoun: Noun<BulkRow> = {
  name: 'bulk',
  plural: 'bulk',
  aliases: [],
  label: 'Row',
  labelPlural: 'Rows',
  summary: 'Results for the rows of a file',
  fields: [
    { name: 'row', label: 'Row', kind: 'number', summary: 'Number of the row', value: ({ row }) => row },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the account', value: ({ name }) => name },
    {
      name: 'status',
      label: 'Status',
      kind: 'text',
      summary: 'created, present (it existed already) or failed',
      value: ({ status }) => status,
    },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier of the account', value: ({ id }) => id },
    { name: 'errorID', label: 'Error', kind: 'text', summary: 'Id of the error', value: ({ errorID }) => errorID },
    { name: 'message', label: 'Message', kind: 'text', summary: 'Why it failed', value: ({ message }) => message },
  ],
  columns: ['row', 'name', 'status', 'id', 'message'],
  wideColumns: ['errorID'],
  actions: [],
  inEnvironment: true,
}
