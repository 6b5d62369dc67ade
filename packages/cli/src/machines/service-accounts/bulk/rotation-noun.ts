import type { Noun } from '@portico/core'

/** What became of one of several accounts whose keys were rotated. */
export type RotationRow = {
  readonly name: string
  readonly id: string
  readonly status: 'rotated' | 'unchanged' | 'failed' | 'left'
  /** Path of the private key; null: none was written. */
  readonly file: string | null
  readonly otherKey: 'none' | 'removed' | 'kept' | null
  readonly otherKeyUsedAt: string | null
  readonly message: string | null
}

export const rotationNoun: Noun<RotationRow> = {
  name: 'rotation',
  plural: 'rotations',
  aliases: [],
  label: 'Rotation',
  labelPlural: 'Rotations',
  summary: 'Results of rotating the keys of several service accounts',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the account', value: ({ name }) => name },
    {
      name: 'status',
      label: 'Status',
      kind: 'text',
      isWord: true,
      summary: 'rotated; unchanged: already had the key in its file; failed; or left: not tried',
      value: ({ status }) => status,
    },
    {
      name: 'file',
      label: 'File',
      kind: 'text',
      summary: 'Path of the new private key; null: none was written',
      value: ({ file }) => file,
    },
    {
      name: 'otherKey',
      label: 'Other key',
      kind: 'text',
      isWord: true,
      summary: 'What became of the key before: removed, kept (it may be in use), or none',
      value: ({ otherKey }) => otherKey,
    },
    {
      name: 'otherKeyUsedAt',
      label: 'Last used',
      kind: 'time',
      summary: 'When the key before was used last; null: no use is on record',
      value: ({ otherKeyUsedAt }) => otherKeyUsedAt,
    },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier of the account', value: ({ id }) => id },
    { name: 'message', label: 'Message', kind: 'text', summary: 'Why it failed', value: ({ message }) => message },
  ],
  columns: ['name', 'status', 'otherKey', 'file', 'message'],
  wideColumns: ['otherKeyUsedAt', 'id'],
  actions: [],
  inEnvironment: true,
}
