import type { Noun } from '@portico/core'

import type { Values } from '../../kit/settings/config-file.ts'

/** A profile: which server, as whom, in which environment. */
export type ProfileRow = {
  readonly name: string
  readonly values: Values
  readonly current: boolean
  readonly signedIn: boolean
  /** Username of the person who is signed in. */
  readonly person: string | null
}

export const profileNoun: Noun<ProfileRow> = {
  name: 'profile',
  plural: 'profiles',
  aliases: [],
  label: 'Profile',
  labelPlural: 'Profiles',
  summary: 'Servers and accounts to switch between',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the profile', value: (row) => row.name },
    {
      name: 'server',
      label: 'Server',
      kind: 'text',
      summary: 'Address of the server',
      value: (row) => row.values.server ?? null,
    },
    { name: 'tenant', label: 'Tenant', kind: 'text', summary: 'Tenant', value: (row) => row.values.tenant ?? null },
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'Environment that commands work in',
      value: (row) => row.values.environment ?? null,
    },
    {
      name: 'person',
      label: 'Person',
      kind: 'text',
      summary: 'Username of the person who is signed in',
      value: (row) => row.person,
    },
    {
      name: 'serviceAccount',
      label: 'Service account',
      kind: 'id',
      summary: 'Who signs in',
      value: (row) => row.values.serviceAccount ?? null,
    },
    {
      name: 'keyFile',
      label: 'Key file',
      kind: 'text',
      summary: 'File with the private key',
      value: (row) => row.values.keyFile ?? null,
    },
    { name: 'current', label: 'Current', kind: 'boolean', summary: 'In use', value: (row) => row.current },
    {
      name: 'signedIn',
      label: 'Signed in',
      kind: 'boolean',
      summary: 'Whether it holds a token or a session',
      value: (row) => row.signedIn,
    },
  ],
  columns: ['name', 'server', 'tenant', 'person', 'environment', 'current', 'signedIn'],
  wideColumns: ['serviceAccount', 'keyFile'],
  actions: [
    { name: 'list', summary: 'List profiles', changes: false, severity: 'none' },
    { name: 'use', summary: 'Switch to another profile', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a profile and its token', changes: true, severity: 'moderate' },
  ],
  inEnvironment: false,
}
