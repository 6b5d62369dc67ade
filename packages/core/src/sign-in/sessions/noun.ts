import type { Noun } from '../../kit/nouns/noun.ts'
import type { CloudSession } from './contract.ts'

/** The session, as `session` prints it (spec section 3, "Session"). */
export const sessionNoun: Noun<CloudSession> = {
  name: 'session',
  plural: 'sessions',
  aliases: [],
  label: 'Session',
  labelPlural: 'Sessions',
  summary: 'When the session ends',
  fields: [
    {
      name: 'expiresOn',
      label: 'Ends',
      kind: 'time',
      isEnd: true,
      summary: 'When it ends',
      value: (row) => row.expiresOn,
    },
    {
      name: 'sessionIdleSecs',
      label: 'Idle seconds',
      kind: 'number',
      summary: 'Seconds of inactivity after which it ends',
      value: (row) => row.sessionIdleSecs,
    },
    {
      name: 'deactivated',
      label: 'Deactivated',
      kind: 'boolean',
      summary: 'Whether the tenant is read-only',
      value: (row) => row.deactivated,
    },
    {
      name: 'systemBanner',
      label: 'System banner',
      kind: 'text',
      summary: 'Text of the system banner',
      value: (row) => row.systemBanner?.message ?? null,
    },
  ],
  columns: ['expiresOn', 'sessionIdleSecs', 'deactivated', 'systemBanner'],
  wideColumns: [],
  actions: [
    { name: 'session', summary: 'Show when the session ends, without extending it', changes: false, severity: 'none' },
  ],
  inEnvironment: false,
}
