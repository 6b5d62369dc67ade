import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { SignInRecord, SignInSummary } from './records-contract.ts'

const fields: readonly Field<SignInSummary>[] = [
  { name: 'code', label: 'Code', kind: 'id', summary: 'Code that the person reads out', value: (row) => row.code },
  { name: 'at', label: 'When', kind: 'time', summary: 'When it began', value: (row) => row.at },
  {
    name: 'outcome',
    label: 'Outcome',
    kind: 'text',
    isWord: true,
    summary: 'open, signed-in or failed',
    value: (row) => row.outcome,
  },
  {
    name: 'purpose',
    label: 'Purpose',
    kind: 'text',
    summary: 'login, test, idp-switch or logout',
    value: (row) => row.purpose,
  },
  {
    name: 'username',
    label: 'Username',
    kind: 'text',
    summary: 'Username as entered, or as the provider sent it',
    value: (row) => row.username,
  },
  {
    name: 'provider',
    label: 'Identity provider',
    kind: 'text',
    summary: 'Name of the identity provider',
    value: (row) => row.provider?.name ?? null,
  },
  {
    name: 'providerId',
    label: 'Provider ID',
    kind: 'id',
    summary: 'Id of the identity provider',
    value: (row) => row.provider?.id ?? null,
  },
  {
    name: 'providerType',
    label: 'Provider type',
    kind: 'text',
    summary: 'Type of the identity provider',
    value: (row) => row.provider?.type ?? null,
  },
  { name: 'failure', label: 'Failure', kind: 'text', summary: 'What went wrong', value: (row) => row.failure },
]

export const signInNoun: Noun<SignInSummary> = {
  name: 'sign-in',
  plural: 'sign-ins',
  aliases: ['signin', 'signins'],
  label: 'Sign-in',
  labelPlural: 'Sign-ins',
  summary: 'Recent sign-ins, and why one failed',
  fields,
  columns: ['code', 'at', 'outcome', 'username', 'provider', 'failure'],
  wideColumns: ['purpose', 'providerType'],
  actions: [
    { name: 'list', summary: 'List recent sign-ins and what failed', changes: false, severity: 'none' },
    { name: 'show', summary: 'Show one sign-in with its checks and what to do', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}

/** One complete sign-in, as `sign-in show` prints it. */
export const signInRecordNoun: Noun<SignInRecord> = {
  ...signInNoun,
  columns: [...signInNoun.columns, 'errorID', 'todo', 'requestID'],
  fields: [
    ...(fields as readonly Field<SignInRecord>[]),
    {
      name: 'errorID',
      label: 'Error',
      kind: 'text',
      summary: 'Id of the error that the person saw',
      value: (row) => row.errorID,
    },
    { name: 'finishedAt', label: 'Finished', kind: 'time', summary: 'When it ended', value: (row) => row.finishedAt },
    {
      name: 'address',
      label: 'Address',
      kind: 'text',
      summary: 'Network address it came from',
      value: (row) => row.address,
    },
    {
      name: 'requestID',
      label: 'Request',
      kind: 'id',
      summary: "Id of the request, as in the server's log",
      value: (row) => row.requestID,
    },
    {
      name: 'user',
      label: 'User',
      kind: 'text',
      summary: 'Who was signed in',
      value: (row) => row.user?.name ?? null,
    },
    { name: 'userId', label: 'User ID', kind: 'id', summary: 'Id of the user', value: (row) => row.user?.id ?? null },
    {
      name: 'todo',
      label: 'What to do',
      kind: 'text',
      summary: 'What to do about the check that failed',
      value: (row) => row.checks.find(({ outcome }) => outcome === 'failed')?.todo ?? null,
    },
    {
      name: 'checks',
      label: 'Checks',
      kind: 'json',
      summary: 'Each check: title, outcome, message, todo and the evidence',
      value: (row) => row.checks,
    },
  ],
}
