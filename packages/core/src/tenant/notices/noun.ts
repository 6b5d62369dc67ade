import type { Noun } from '../../kit/nouns/noun.ts'
import type { Notice } from './contract.ts'

/** A notice with its sentence. */
export type NoticeRow = Notice & { readonly message: string }

export const noticeNoun: Noun<NoticeRow> = {
  name: 'notice',
  plural: 'notices',
  aliases: [],
  label: 'Expiry notice',
  labelPlural: 'Expiry notices',
  summary: 'What expires within 60 days or has expired',
  fields: [
    {
      name: 'severity',
      label: 'Severity',
      kind: 'text',
      isWord: true,
      summary: 'urgent (7 days, or expired), soon (30), later (60, or replaced)',
      value: (row) => row.severity,
    },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'text',
      summary:
        'certificate, secret, service-account-key, application-certificate, scim-token, setup-url or recovery-codes',
      value: (row) => row.kind,
    },
    {
      name: 'where',
      label: 'Where',
      kind: 'text',
      summary: 'Name of the identity provider, service account or application',
      value: (row) => row.where,
    },
    { name: 'message', label: 'What', kind: 'text', summary: 'What it is, as a sentence', value: (row) => row.message },
    {
      name: 'expiresAt',
      label: 'Expires',
      kind: 'time',
      isEnd: true,
      summary: 'When it expires',
      value: (row) => row.expiresAt,
    },
    {
      name: 'daysLeft',
      label: 'Days left',
      kind: 'number',
      summary: 'Whole days until it expires; negative afterwards',
      value: (row) => row.daysLeft,
    },
    {
      name: 'step',
      label: 'Step',
      kind: 'number',
      summary: '60, 30 or 7 days, for a SCIM token 30, 14, 7 or 1; 0 once it has expired',
      value: (row) => row.step,
    },
    {
      name: 'extendedUntil',
      label: 'Extended until',
      kind: 'time',
      isEnd: true,
      summary: 'Accepted until then although it has expired',
      value: (row) => row.extendedUntil,
    },
    {
      name: 'targetId',
      label: 'Leads to',
      kind: 'id',
      summary: 'Id of the identity provider, service account or application',
      value: (row) => row.targetId,
    },
    {
      name: 'environmentId',
      label: 'Environment',
      kind: 'id',
      summary: 'Id of the environment of a service account or application',
      value: (row) => row.environmentId,
    },
  ],
  columns: ['severity', 'where', 'message', 'expiresAt'],
  wideColumns: ['kind', 'daysLeft', 'targetId'],
  actions: [
    { name: 'list', summary: 'List what expires within 60 days or has expired', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}
