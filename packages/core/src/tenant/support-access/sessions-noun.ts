import type { Noun } from '../../kit/nouns/noun.ts'
import type { OwnSupportSession, SupportRequest, SupportSession } from './sessions-contract.ts'

/** Support sessions of the tenant, as its administrators see them. */
export const supportSessionNoun: Noun<SupportSession> = {
  name: 'support-session',
  plural: 'support-sessions',
  aliases: [],
  label: 'Support session',
  labelPlural: 'Support sessions',
  summary: 'Support users who are or were in the tenant',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the support user', value: (row) => row.name },
    {
      name: 'username',
      label: 'Username',
      kind: 'text',
      summary: 'Username of the support user',
      value: (row) => row.username,
    },
    { name: 'vendor', label: 'Company', kind: 'text', summary: 'Name of the vendor', value: (row) => row.vendor },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'text',
      summary: 'Why the support user entered',
      value: (row) => row.reason,
    },
    { name: 'since', label: 'Began', kind: 'time', summary: 'When it began', value: (row) => row.since },
    {
      name: 'until',
      label: 'Ends',
      kind: 'time',
      isEnd: true,
      summary: 'When it ends at the latest',
      value: (row) => row.until,
    },
    {
      name: 'mayChange',
      label: 'May change',
      kind: 'boolean',
      summary: 'Whether it may change settings now',
      value: (row) => row.mayChange,
    },
    {
      name: 'end',
      label: 'Ended',
      kind: 'text',
      summary: 'How it ended; empty while it runs',
      value: (row) => row.end?.how ?? null,
    },
    {
      name: 'endedAt',
      label: 'Ended at',
      kind: 'time',
      summary: 'When it ended',
      value: (row) => row.end?.at ?? null,
    },
  ],
  columns: ['name', 'vendor', 'reason', 'since', 'until', 'end', 'id'],
  wideColumns: ['username', 'mayChange', 'endedAt'],
  actions: [
    { name: 'sessions', summary: 'List support sessions: who, why and until when', changes: false, severity: 'none' },
    { name: 'end', summary: 'End a support session', changes: true, severity: 'moderate' },
  ],
  inEnvironment: false,
}

/** One request of a support session. */
export const supportRequestNoun: Noun<SupportRequest> = {
  name: 'support-request',
  plural: 'support-requests',
  aliases: [],
  label: 'Request',
  labelPlural: 'Requests',
  summary: 'What a support user did',
  fields: [
    { name: 'at', label: 'Time', kind: 'time', summary: 'When the request was made', value: (row) => row.at },
    {
      name: 'method',
      label: 'Method',
      kind: 'text',
      summary: 'HTTP method; GET only reads',
      value: (row) => row.method,
    },
    { name: 'path', label: 'Path', kind: 'text', summary: 'Path of the request', value: (row) => row.path },
    { name: 'status', label: 'Status', kind: 'number', summary: 'Status of the response', value: (row) => row.status },
    { name: 'requestId', label: 'Request', kind: 'id', summary: 'Request id', value: (row) => row.requestId },
    {
      name: 'action',
      label: 'Action',
      kind: 'text',
      summary: 'What it changed, as the audit log calls it; empty if it changed nothing',
      value: (row) => row.action,
    },
  ],
  columns: ['at', 'action', 'status', 'method', 'path'],
  pipedColumns: ['at', 'method', 'path', 'status'],
  wideColumns: ['requestId'],
  actions: [
    { name: 'transcript', summary: 'Show each request of a support session', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}

/** The support session that the caller is in. */
export const supportNoun: Noun<OwnSupportSession> = {
  name: 'support',
  plural: 'support',
  aliases: [],
  label: 'Support session',
  labelPlural: 'Support sessions',
  summary: 'For support users of the vendor: enter the tenant of a customer, and leave it',
  fields: [
    { name: 'tenant', label: 'Tenant', kind: 'text', summary: 'Name of the tenant', value: (row) => row.tenant.name },
    { name: 'reason', label: 'Reason', kind: 'text', summary: 'Why you entered', value: (row) => row.reason },
    { name: 'since', label: 'Began', kind: 'time', summary: 'When it began', value: (row) => row.since },
    {
      name: 'until',
      label: 'Ends',
      kind: 'time',
      isEnd: true,
      summary: 'When it ends at the latest',
      value: (row) => row.until,
    },
    {
      name: 'mayChange',
      label: 'May change',
      kind: 'boolean',
      summary: 'Whether you may change settings',
      value: (row) => row.mayChange,
    },
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier of the support session', value: (row) => row.id },
  ],
  columns: ['tenant', 'reason', 'since', 'until', 'mayChange'],
  wideColumns: ['id'],
  actions: [
    { name: 'enter', summary: 'Enter a tenant that allows support access', changes: true, severity: 'moderate' },
    { name: 'leave', summary: 'Leave the tenant, and return to your own', changes: true, severity: 'none' },
    { name: 'status', summary: 'Show the tenant you are in, and until when', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}
