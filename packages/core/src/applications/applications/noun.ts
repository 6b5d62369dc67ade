import type { Noun } from '../../kit/nouns/noun.ts'
import type { Application } from './contract.ts'

export const applicationNoun: Noun<Application> = {
  name: 'application',
  plural: 'applications',
  aliases: ['app', 'apps'],
  label: 'Application',
  labelPlural: 'Applications',
  summary: 'What people open from the launcher and service accounts call',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'label', label: 'Name', kind: 'text', summary: 'Display name', value: (row) => row.label },
    { name: 'urn', label: 'URN', kind: 'urn', summary: 'Uniform resource name', value: (row) => row.urn },
    {
      name: 'singleTenant',
      label: 'Single tenant',
      kind: 'boolean',
      summary: 'Whether it has no roles, only groups that can open it',
      value: (row) => row.singleTenant,
    },
    {
      name: 'icon',
      label: 'Icon',
      kind: 'text',
      summary: 'Path of the icon on the server, or null',
      value: (row) => row.icon ?? null,
    },
    {
      name: 'accessText',
      label: 'Access text',
      kind: 'text',
      summary: 'How people ask for access in the environment, or null',
      value: (row) => row.accessText ?? null,
    },
  ],
  columns: ['label', 'urn', 'singleTenant'],
  wideColumns: ['id'],
  actions: [
    { name: 'list', summary: 'List applications', changes: false, severity: 'none' },
    { name: 'roles', summary: 'List the roles of an application', changes: false, severity: 'none' },
    { name: 'people', summary: 'List the people who can open an application', changes: false, severity: 'none' },
    {
      name: 'favourite',
      summary: 'Add an application to your favourites, or remove it',
      changes: true,
      severity: 'none',
    },
    { name: 'icon', summary: 'Set or remove the icon of an application', changes: true, severity: 'none' },
    {
      name: 'sign-in',
      summary: 'Register an application for single sign-on, or replace its secret',
      changes: true,
      severity: 'none',
    },
    {
      name: 'access-text',
      summary: 'Set how people ask for access to an application',
      changes: true,
      severity: 'none',
    },
  ],
  inEnvironment: true,
}
