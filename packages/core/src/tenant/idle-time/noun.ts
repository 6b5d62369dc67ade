import type { Noun } from '../../kit/nouns/noun.ts'
import type { IdleTime } from './contract.ts'

export const idleTimeNoun: Noun<IdleTime> = {
  name: 'idle-time',
  plural: 'idle-times',
  aliases: [],
  label: 'Session idle time',
  labelPlural: 'Session idle time',
  summary: 'How long a session can be idle before it ends',
  fields: [
    {
      name: 'idletime',
      label: 'Idle time',
      kind: 'text',
      summary: 'Hours and minutes, as hh:mm',
      value: (row) => row.idletime,
    },
    {
      name: 'readonly',
      label: 'Read-only',
      kind: 'boolean',
      summary: 'Whether the operator sets it in the tenant file',
      value: (row) => row.readonly,
    },
  ],
  columns: ['idletime', 'readonly'],
  wideColumns: [],
  actions: [
    { name: 'get', summary: 'Show the idle time of sessions', changes: false, severity: 'none' },
    {
      name: 'set',
      summary: 'Set the idle time of sessions, including running ones',
      changes: true,
      severity: 'moderate',
    },
  ],
  inEnvironment: false,
}
