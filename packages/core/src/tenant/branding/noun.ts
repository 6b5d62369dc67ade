import type { Noun } from '../../kit/nouns/noun.ts'
import type { TenantBranding } from './tenant-contract.ts'

export const brandingNoun: Noun<TenantBranding> = {
  name: 'branding',
  plural: 'branding',
  aliases: [],
  label: 'Branding',
  labelPlural: 'Branding',
  summary: 'Name, logo, colours and privacy link of the tenant',
  fields: [
    {
      name: 'name',
      label: 'Name',
      kind: 'text',
      summary: 'Name in the header and in page titles',
      value: (row) => row.name,
    },
    {
      name: 'primaryColor',
      label: 'Primary colour',
      kind: 'text',
      summary: 'Colour of buttons and links, as #rrggbb',
      value: (row) => row.primaryColor,
    },
    {
      name: 'accentColor',
      label: 'Accent colour',
      kind: 'text',
      summary: 'Colour of favourites and of the picture on the sign-in page',
      value: (row) => row.accentColor,
    },
    {
      name: 'privacyPolicyUrl',
      label: 'Privacy policy',
      kind: 'text',
      summary: 'Linked from the sign-in page',
      value: (row) => row.privacyPolicyUrl,
    },
    {
      name: 'logo',
      label: 'Logo',
      kind: 'text',
      summary: 'Path of the image on the server',
      value: (row) => row.logo?.path ?? null,
    },
    {
      name: 'signInPath',
      label: 'Sign-in address',
      kind: 'text',
      summary: 'The sign-in page with this branding',
      value: (row) => row.signInPath,
    },
  ],
  columns: ['name', 'primaryColor', 'accentColor', 'privacyPolicyUrl', 'logo', 'signInPath'],
  wideColumns: [],
  actions: [
    { name: 'show', summary: 'Show the branding of the tenant', changes: false, severity: 'none' },
    { name: 'set', summary: 'Set the name, colours, privacy link and logo', changes: true, severity: 'moderate' },
    { name: 'reset', summary: 'Remove the branding of the tenant', changes: true, severity: 'moderate' },
  ],
  inEnvironment: false,
}
