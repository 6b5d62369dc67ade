import type { Noun, Setup } from '@portico/core'

/** The first-time setup with the groups that its latest test login brought. */
export type SetupRow = Setup & { readonly testedBy: string | null; readonly groups: readonly string[] }

export const setupNoun: Noun<SetupRow> = {
  name: 'setup',
  plural: 'setup',
  aliases: [],
  label: 'First-time setup',
  labelPlural: 'First-time setups',
  summary: 'Set up a company with its setup URL',
  fields: [
    { name: 'tenant', label: 'Company', kind: 'text', summary: 'Name of the tenant', value: (row) => row.tenantName },
    {
      name: 'step',
      label: 'Step',
      kind: 'number',
      summary: 'Step at which the wizard continues, 1 to 3; 4 is the test after it',
      value: (row) => row.step,
    },
    { name: 'product', label: 'Product', kind: 'text', summary: 'Chosen product', value: (row) => row.product },
    { name: 'type', label: 'Type', kind: 'text', summary: 'Chosen type', value: (row) => row.type },
    {
      name: 'idp',
      label: 'Identity provider ID',
      kind: 'id',
      summary: 'Identifier; part of our addresses once a type is chosen',
      value: (row) => row.idp,
    },
    {
      name: 'name',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Its name, once it is configured',
      value: (row) => row.provider?.name ?? null,
    },
    {
      name: 'suffixes',
      label: 'Email domains',
      kind: 'list',
      summary: 'Email domains whose people will sign in with it',
      value: (row) => row.provider?.suffixes ?? [],
    },
    {
      name: 'prefixes',
      label: 'Windows domains',
      kind: 'list',
      summary: 'Windows domains whose people will sign in with it',
      value: (row) => row.provider?.prefixes ?? [],
    },
    {
      name: 'testedBy',
      label: 'Tested by',
      kind: 'text',
      summary: 'Who passed a test login with exactly this configuration',
      value: (row) => row.testedBy,
    },
    {
      name: 'groups',
      label: 'Groups of the test',
      kind: 'list',
      summary: 'Groups of the person who passed the test login; one becomes Security Admin',
      value: (row) => row.groups,
    },
    {
      name: 'replaces',
      label: 'Replaces',
      kind: 'text',
      summary: 'The primary identity provider that completing the setup replaces',
      value: (row) => row.replaces,
    },
    {
      name: 'expiresOn',
      label: 'URL expires',
      kind: 'time',
      summary: 'When the setup URL expires',
      value: (row) => row.expiresOn,
    },
  ],
  columns: ['tenant', 'step', 'type', 'name', 'suffixes', 'testedBy', 'groups', 'expiresOn'],
  wideColumns: ['product', 'idp', 'prefixes', 'replaces'],
  actions: [
    { name: 'open', summary: 'Open a setup URL; the other verbs continue from there', changes: true, severity: 'none' },
    { name: 'show', summary: 'Show what is done and what was entered', changes: false, severity: 'none' },
    { name: 'choose', summary: 'Choose the type of the identity provider', changes: true, severity: 'none' },
    { name: 'metadata', summary: 'Print our addresses, to enter at the provider', changes: false, severity: 'none' },
    { name: 'configure', summary: 'Enter the configuration of the provider', changes: true, severity: 'none' },
    { name: 'format', summary: 'Enter the username formats', changes: true, severity: 'none' },
    { name: 'test', summary: 'Test the configuration with a real login', changes: true, severity: 'none' },
    { name: 'complete', summary: 'Make a group Security Admin and end the setup', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}
