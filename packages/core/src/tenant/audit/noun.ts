import type { Field, FieldValue, Noun } from '../../kit/nouns/noun.ts'
import type { AuditRow } from './contract.ts'

const fields: readonly Field<AuditRow>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'at', label: 'When', kind: 'time', summary: 'When it happened', value: (row) => row.at },
  { name: 'actor', label: 'Who', kind: 'text', summary: 'Name of who did it', value: (row) => row.actor.name },
  {
    name: 'actorKind',
    label: 'Kind of actor',
    kind: 'text',
    summary: 'user, service-account, setup, recovery, operator or system',
    value: (row) => row.actor.kind,
  },
  { name: 'actorId', label: 'Actor ID', kind: 'id', summary: 'Id of who did it', value: (row) => row.actor.id },
  { name: 'action', label: 'Action', kind: 'text', summary: 'What was done', value: (row) => row.action },
  {
    name: 'target',
    label: 'Target',
    kind: 'text',
    summary: 'Name of what was changed, or its id if it has no name',
    value: (row) => row.target.name ?? row.target.id,
  },
  {
    name: 'targetKind',
    label: 'Kind of target',
    kind: 'text',
    summary: 'What kind of object was changed',
    value: (row) => row.target.kind,
  },
  {
    name: 'targetId',
    label: 'Target ID',
    kind: 'id',
    summary: 'Id of what was changed',
    value: (row) => row.target.id,
  },
  {
    name: 'before',
    label: 'Before',
    kind: 'json',
    summary: 'Values before the change, without secrets',
    value: (row) => row.before as FieldValue,
  },
  {
    name: 'after',
    label: 'After',
    kind: 'json',
    summary: 'Values after the change, without secrets',
    value: (row) => row.after as FieldValue,
  },
  {
    name: 'requestId',
    label: 'Request',
    kind: 'id',
    summary: "Id of the request, as in the server's log",
    value: (row) => row.requestId,
  },
  {
    name: 'address',
    label: 'Address',
    kind: 'text',
    summary: 'Network address it came from',
    value: (row) => row.address,
  },
]

export const auditNoun: Noun<AuditRow> = {
  name: 'audit',
  plural: 'audit',
  aliases: [],
  label: 'Audit entry',
  labelPlural: 'Audit',
  summary: 'Who changed what, and who signed in',
  fields,
  columns: ['at', 'actor', 'action', 'target', 'address'],
  wideColumns: ['actorKind', 'targetKind', 'requestId'],
  actions: [
    { name: 'list', summary: 'List changes, sign-ins and token events', changes: false, severity: 'none' },
    { name: 'export', summary: 'Write the audit log as JSON lines', changes: false, severity: 'none' },
    { name: 'revert', summary: 'Take back a change', changes: true, severity: 'moderate' },
    { name: 'head', summary: 'Write the signed head of the audit log', changes: false, severity: 'none' },
    { name: 'verify', summary: 'Find rows that were changed, removed or inserted', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}
