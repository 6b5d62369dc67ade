import type { Noun } from '../../kit/nouns/noun.ts'
import { deviceText } from './device.ts'
import type { OpenSession } from './list-contract.ts'

/** The sessions of a person that have not ended. */
export const openSessionNoun: Noun<OpenSession> = {
  name: 'session',
  plural: 'sessions',
  aliases: [],
  label: 'Session',
  labelPlural: 'Sessions',
  summary: 'When this session ends, and the sessions of a person',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    {
      name: 'device',
      label: 'Device',
      kind: 'text',
      summary: 'Browser and operating system, according to the user agent; or the name of the application',
      value: deviceText,
    },
    {
      name: 'address',
      label: 'Address',
      kind: 'text',
      summary: 'Network address from which it began',
      value: (row) => row.address,
    },
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'Environment it works in',
      value: (row) => row.environment,
    },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.identityProvider,
    },
    { name: 'beganAt', label: 'Began', kind: 'time', summary: 'When it began', value: (row) => row.beganAt },
    {
      name: 'lastUsedAt',
      label: 'Last used',
      kind: 'time',
      summary: 'When it was last used, accurate to 30 seconds',
      value: (row) => row.lastUsedAt,
    },
    {
      name: 'expiresAt',
      label: 'Ends',
      kind: 'time',
      isEnd: true,
      summary: 'When it ends if it is not used',
      value: (row) => row.expiresAt,
    },
    {
      name: 'isThis',
      label: 'This session',
      kind: 'boolean',
      summary: 'Whether it is the session of this request',
      value: (row) => row.isThis,
    },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'text',
      isWord: true,
      summary: 'browser, cli or application',
      value: (row) => row.kind,
    },
    {
      name: 'userAgent',
      label: 'User agent',
      kind: 'text',
      summary: 'User agent that the program sent',
      value: (row) => row.userAgent,
    },
  ],
  columns: ['device', 'address', 'beganAt', 'lastUsedAt', 'isThis', 'id'],
  wideColumns: ['environment', 'provider', 'expiresAt'],
  actions: [
    { name: 'list', summary: 'List your sessions, or those of a person', changes: false, severity: 'none' },
    { name: 'end', summary: 'End one of your sessions, or one of another person', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}
