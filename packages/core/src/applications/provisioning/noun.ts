import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { Provisioning, ProvisioningFailure, ProvisioningObject } from './contract.ts'
import { provisioningState } from './state.ts'

/** How an application is sent people and groups, with its name. */
export type ProvisioningRow = Provisioning & { readonly application: string }

/** In one line: `status 400: no such attribute`. */
export function provisioningFailureText(failure: ProvisioningFailure | null): string | null {
  if (failure === null) return null
  const { kind, status, detail } = failure
  return [kind, ...(status === null ? [] : [String(status)])].join(' ') + (detail === null ? '' : `: ${detail}`)
}

const fields: readonly Field<ProvisioningRow>[] = [
  {
    name: 'application',
    label: 'Application',
    kind: 'text',
    summary: 'Display name',
    value: (row) => row.application,
  },
  {
    name: 'state',
    label: 'State',
    kind: 'text',
    isWord: true,
    summary: 'none, on, retrying, refused (nothing is accepted), off, unauthorized, removals or restored (paused)',
    value: provisioningState,
  },
  {
    name: 'refused',
    label: 'Refused',
    kind: 'text',
    isWord: true,
    summary: 'person or group: what the application refuses',
    value: (row) => row.refusedKind,
  },
  {
    name: 'url',
    label: 'URL',
    kind: 'text',
    summary: 'Base URL of its SCIM service',
    value: (row) => row.config?.url ?? null,
  },
  {
    name: 'sendGroups',
    label: 'Groups are sent',
    kind: 'boolean',
    summary: 'Whether groups are sent too',
    value: (row) => row.config?.sendGroups ?? null,
  },
  {
    name: 'anyEmail',
    label: 'Any e-mail address',
    kind: 'boolean',
    summary: 'Whether e-mail addresses outside the domains of identity providers are sent too',
    value: (row) => row.config?.anyEmail ?? null,
  },
  {
    name: 'removal',
    label: 'Removal',
    kind: 'text',
    isWord: true,
    summary: 'deactivate or delete: what happens to people who lose access',
    value: (row) => row.config?.removal ?? null,
  },
  {
    name: 'people',
    label: 'People',
    kind: 'number',
    summary: 'People who should be in the application',
    value: (row) => row.people,
  },
  {
    name: 'groups',
    label: 'Groups',
    kind: 'number',
    summary: 'Groups that should be in the application',
    value: (row) => row.groups,
  },
  {
    name: 'behind',
    label: 'Behind',
    kind: 'number',
    summary: 'People and groups to be sent',
    value: (row) => row.behind,
  },
  {
    name: 'removals',
    label: 'Removals',
    kind: 'number',
    summary: 'People among them who lost access and are to be removed',
    value: (row) => row.removals,
  },
  {
    name: 'takeovers',
    label: 'Waiting for approval',
    kind: 'number',
    summary:
      'People and groups among them whose name belongs to an existing account there: see portico provisioning taken',
    value: (row) => row.takeovers,
  },
  {
    name: 'comparedAt',
    label: 'Compared',
    kind: 'time',
    summary: 'When it was last compared with who has access',
    value: (row) => row.comparedAt,
  },
  {
    name: 'lastSentAt',
    label: 'Last sent',
    kind: 'time',
    summary: 'When the application last accepted a change',
    value: (row) => row.lastSentAt,
  },
  {
    name: 'nextAttemptAt',
    label: 'Next attempt',
    kind: 'time',
    isEnd: true,
    summary: 'When it will be retried after a failure',
    value: (row) => row.nextAttemptAt,
  },
  {
    name: 'lastFailure',
    label: 'Last failure',
    kind: 'text',
    summary: 'status and its number, redirect, timeout, forbidden, unreachable, tls, answer or taken',
    value: (row) => provisioningFailureText(row.lastFailure),
  },
]

export const provisioningNoun: Noun<ProvisioningRow> = {
  name: 'provisioning',
  plural: 'provisioning',
  aliases: [],
  label: 'Provisioning',
  labelPlural: 'Provisioning',
  summary: 'Provisioning of people and groups to applications through SCIM',
  fields,
  columns: fields.map(({ name }) => name),
  wideColumns: [],
  actions: [
    { name: 'show', summary: 'Show the provisioning of an application', changes: false, severity: 'none' },
    {
      name: 'set',
      summary: 'Set up or change the provisioning of an application',
      changes: true,
      severity: 'moderate',
    },
    {
      name: 'test',
      summary: 'Test the connection to the SCIM service of an application',
      changes: true,
      severity: 'none',
    },
    {
      name: 'behind',
      summary: 'List people and groups that are not up to date in an application',
      changes: false,
      severity: 'none',
    },
    {
      name: 'taken',
      summary: 'List people and groups whose name belongs to an existing account of an application',
      changes: false,
      severity: 'none',
    },
    {
      name: 'approve',
      summary: 'Let people and groups take over existing accounts of an application',
      changes: true,
      severity: 'moderate',
    },
    { name: 'retry', summary: 'Retry all outstanding changes now', changes: true, severity: 'none' },
    { name: 'resend', summary: 'Compare everything and send it again', changes: true, severity: 'moderate' },
    { name: 'remove', summary: 'Stop provisioning an application', changes: true, severity: 'moderate' },
  ],
  inEnvironment: true,
}

export const provisioningObjectNoun: Noun<ProvisioningObject> = {
  name: 'provisioning-object',
  plural: 'provisioning-objects',
  aliases: [],
  label: 'Behind',
  labelPlural: 'Behind',
  summary: 'People and groups that are not up to date in an application',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier, externalId in SCIM', value: (row) => row.id },
    { name: 'kind', label: 'Kind', kind: 'text', isWord: true, summary: 'person or group', value: (row) => row.kind },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Username, or name of the group', value: (row) => row.name },
    {
      name: 'change',
      label: 'Change',
      kind: 'text',
      isWord: true,
      summary: 'create, update or remove',
      value: (row) => row.change,
    },
    {
      name: 'attempts',
      label: 'Failed attempts',
      kind: 'number',
      summary: 'Failed attempts in a row',
      value: (row) => row.attempts,
    },
    {
      name: 'nextAttemptAt',
      label: 'Next attempt',
      kind: 'time',
      isEnd: true,
      summary: 'When it will be retried',
      value: (row) => row.nextAttemptAt,
    },
    {
      name: 'lastFailure',
      label: 'Last failure',
      kind: 'text',
      summary: 'Why the last attempt failed',
      value: (row) => provisioningFailureText(row.lastFailure),
    },
  ],
  columns: ['kind', 'name', 'change', 'attempts', 'nextAttemptAt', 'lastFailure'],
  wideColumns: ['id'],
  actions: [],
  inEnvironment: true,
}
