import type { Field, FieldValue, Noun } from '../../kit/nouns/noun.ts'
import type { ScimActivityDay } from './activity.ts'
import type { ScimChange, ScimDrift, ScimRequest, ScimRequestSummary, ScimUnseenPerson } from './contract.ts'

/**
 * The changes of a request, the one that says most first: that a person was deactivated rather than that the attribute `active`
 * changed, which then adds nothing.
 */
export function leadingChanges(changes: readonly ScimChange[]): readonly ScimChange[] {
  const told = changes.some(({ action }) => isActivity(action))
  const isSaid = ({ action, attributes }: ScimChange) =>
    told && action === 'scim-user.update' && attributes.every((name) => name === 'active')
  return changes
    .filter((change) => !isSaid(change))
    .toSorted(({ action: one }, { action: other }) => orderOf(one) - orderOf(other))
}

const orderOf = (action: string) => (/\.(?:create|delete)$/.test(action) ? 0 : isActivity(action) ? 1 : 2)
const isActivity = (action: string) => action === 'person.deactivate' || action === 'person.reactivate'

/** In one line for tables: `scim-user.update Bob`, and how many more. */
function changedOf({ changes }: Pick<ScimRequestSummary, 'changes'>): string | null {
  const [first, ...others] = leadingChanges(changes)
  if (first === undefined) return null
  const { action, target } = first
  const more = others.length > 0 ? ` +${others.length}` : ''
  return `${action} ${target.name ?? target.id ?? ''}`.trim() + more
}

const fields: readonly Field<ScimRequestSummary>[] = [
  { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
  { name: 'at', label: 'Time', kind: 'time', summary: 'When it was answered', value: (row) => row.at },
  {
    name: 'method',
    label: 'Method',
    kind: 'text',
    summary: 'GET, POST, PUT, PATCH or DELETE',
    value: (row) => row.method,
  },
  { name: 'path', label: 'Path', kind: 'text', summary: 'Path after the base URL', value: (row) => row.path },
  { name: 'status', label: 'Status', kind: 'number', summary: 'Status of the response', value: (row) => row.status },
  {
    name: 'tookMs',
    label: 'Took',
    kind: 'number',
    summary: 'Milliseconds until the response',
    value: (row) => row.tookMs,
  },
  {
    name: 'dialect',
    label: 'Dialect',
    kind: 'text',
    isWord: true,
    summary: 'standard, entra, entra-legacy or okta',
    value: (row) => row.dialect,
  },
  { name: 'changed', label: 'Changed', kind: 'text', summary: 'What it changed', value: changedOf },
  {
    name: 'changes',
    label: 'Changes',
    kind: 'json',
    summary: 'What it changed, with attributes and members',
    value: (row) => row.changes,
  },
  { name: 'detail', label: 'Refused because', kind: 'text', summary: 'Why it failed', value: (row) => row.detail },
  {
    name: 'dryRun',
    label: 'Dry run',
    kind: 'boolean',
    summary: 'Answered as if it were applied, without changing anything',
    value: (row) => row.dryRun,
  },
  { name: 'token', label: 'Token', kind: 'text', summary: 'Name of the token', value: (row) => row.tokenName },
  {
    name: 'beginning',
    label: 'Token begins with',
    kind: 'text',
    summary: 'First characters of the token',
    value: (row) => row.beginning,
  },
]

/** What directories have sent. */
export const scimRequestNoun: Noun<ScimRequestSummary> = {
  name: 'scim-request',
  plural: 'scim-requests',
  aliases: [],
  label: 'SCIM request',
  labelPlural: 'SCIM requests',
  summary: 'What a directory has sent in the last 30 days',
  fields,
  columns: ['at', 'method', 'path', 'status', 'dialect', 'changed'],
  pipedColumns: ['at', 'method', 'path', 'status', 'dialect', 'changed', 'id'],
  wideColumns: ['id', 'tookMs', 'token', 'beginning', 'dryRun', 'detail'],
  actions: [],
  inEnvironment: false,
}

const detailFields: readonly Field<ScimRequest>[] = [
  ...(fields as readonly Field<ScimRequest>[]),
  {
    name: 'requestID',
    label: 'Request ID',
    kind: 'id',
    summary: 'Id of the request, as in the audit log and the X-Request-Id header',
    value: (row) => row.requestID,
  },
  {
    name: 'ignored',
    label: 'Ignored attributes',
    kind: 'json',
    summary: 'Names of attributes that Portico does not support',
    value: (row) => row.ignored,
  },
  { name: 'query', label: 'Query', kind: 'text', summary: 'Query string', value: (row) => row.query },
  {
    name: 'body',
    label: 'Body',
    kind: 'json',
    summary: 'Request body, with secrets removed',
    value: (row) => row.body as FieldValue,
  },
]

/** One of them, which is shown in full, also to a program. */
export const scimRequestDetailNoun: Noun<ScimRequest> = {
  ...scimRequestNoun,
  fields: detailFields,
  pipedColumns: detailFields.map(({ name }) => name),
}

export const scimUnseenNoun: Noun<ScimUnseenPerson> = {
  name: 'scim-unseen',
  plural: 'scim-unseen',
  aliases: [],
  label: 'Person who never signed in',
  labelPlural: 'People who never signed in',
  summary: 'People whom a directory sent but who never signed in',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'username', label: 'Username', kind: 'text', summary: 'userName in SCIM', value: (row) => row.username },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Display name', value: (row) => row.name },
    {
      name: 'sentAt',
      label: 'Sent',
      kind: 'time',
      summary: 'When the person was first sent',
      value: (row) => row.sentAt,
    },
    { name: 'groups', label: 'Groups', kind: 'number', summary: 'Number of groups', value: (row) => row.groups },
  ],
  columns: ['username', 'name', 'sentAt', 'groups'],
  wideColumns: ['id'],
  actions: [],
  inEnvironment: false,
}

/** One row: where a directory and the tenant differ. */
export const scimDriftNoun: Noun<ScimDrift> = {
  name: 'scim-drift',
  plural: 'scim-drift',
  aliases: [],
  label: 'Drift',
  labelPlural: 'Drift',
  summary: 'Differences between a directory and the tenant',
  fields: [
    {
      name: 'goneGroupCount',
      label: 'Mapped groups that are gone',
      kind: 'number',
      summary: 'Number of mapped groups that are missing from the directory',
      value: (row) => row.goneGroupCount,
    },
    {
      name: 'goneGroups',
      label: 'Gone groups',
      kind: 'json',
      summary: 'The first 200 of them',
      value: (row) => row.goneGroups,
    },
    {
      name: 'unknownMemberCount',
      label: 'Unknown members',
      kind: 'number',
      summary: 'Number of group members that were never sent as users',
      value: (row) => row.unknownMemberCount,
    },
    {
      name: 'unknownMembers',
      label: 'Members never sent',
      kind: 'json',
      summary: 'The last 200 of them',
      value: (row) => row.unknownMembers,
    },
    {
      name: 'foreignUsernameCount',
      label: 'People with foreign usernames',
      kind: 'number',
      summary: 'Number of people whose username does not belong to the identity provider',
      value: (row) => row.foreignUsernameCount,
    },
    {
      name: 'foreignUsernames',
      label: 'Foreign usernames',
      kind: 'json',
      summary: 'The last 200 of them',
      value: (row) => row.foreignUsernames,
    },
    {
      name: 'unseenCount',
      label: 'People who never signed in',
      kind: 'number',
      summary: 'Up to 10,001, which means more than 10,000',
      value: (row) => row.unseenCount,
    },
    {
      name: 'hasSent',
      label: 'Has sent',
      kind: 'boolean',
      summary: 'Whether the directory has ever sent people or groups',
      value: (row) => row.hasSent,
    },
  ],
  columns: ['goneGroupCount', 'unknownMemberCount', 'unseenCount', 'foreignUsernameCount'],
  wideColumns: [],
  actions: [],
  inEnvironment: false,
}

/** Requests of one day or one hour. */
export const scimActivityNoun: Noun<ScimActivityDay> = {
  name: 'scim-activity',
  plural: 'scim-activity',
  aliases: [],
  label: 'Activity',
  labelPlural: 'Activity',
  summary: 'Number of requests that a directory sends',
  fields: [
    {
      name: 'at',
      label: 'From',
      kind: 'text',
      summary: 'The day, or the hour with its time zone',
      value: (row) => row.at,
    },
    { name: 'requests', label: 'Requests', kind: 'number', summary: 'All requests', value: (row) => row.requests },
    {
      name: 'changed',
      label: 'Changed',
      kind: 'number',
      summary: 'Requests that changed something',
      value: (row) => row.changed,
    },
    {
      name: 'failed',
      label: 'Failed',
      kind: 'number',
      summary: 'Requests answered with status 400 or higher',
      value: (row) => row.failed,
    },
  ],
  columns: ['at', 'requests', 'changed', 'failed'],
  wideColumns: [],
  actions: [],
  inEnvironment: false,
}
