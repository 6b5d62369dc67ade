import type { Noun } from '../../kit/nouns/noun.ts'
import type { IdentityProvider } from './contract.ts'

/**
 * When the first of a provider's certificates and secrets ends, RFC 3339 or a day; null if none does. A certificate whose use
 * was extended ends then.
 */
export function firstEndOf({ certificates, config }: Pick<IdentityProvider, 'certificates' | 'config'>): string | null {
  const days = ['applicationSecretEndsOn', 'nextApplicationSecretEndsOn'].map((name) => config[name])
  const ends = [...certificates.map(({ notAfter, extendedUntil }) => extendedUntil ?? notAfter), ...days].filter(
    (end) => typeof end === 'string',
  )
  return ends.toSorted((left, right) => Date.parse(left) - Date.parse(right))[0] ?? null
}

/** Whether sign-ins can use it now, whatever its draft says. */
export function signsIn({ draft, live, enabled }: Pick<IdentityProvider, 'draft' | 'live' | 'enabled'>): boolean {
  return draft === null ? enabled : (live?.enabled ?? false)
}

function draftOf({ draft, live }: IdentityProvider): string | null {
  if (draft === null) return null
  return draft.proven ? 'tested' : live === null ? 'new' : 'changed'
}

export const identityProviderNoun: Noun<IdentityProvider> = {
  name: 'identity-provider',
  plural: 'identity-providers',
  aliases: ['idp', 'idps'],
  label: 'Identity provider',
  labelPlural: 'Identity providers',
  summary: 'Who signs people in',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name', value: (row) => row.name },
    {
      name: 'type',
      label: 'Type',
      kind: 'text',
      summary: 'OIDC, AAD2, AAD, OPENSAML, ADFS_SAML or SFDC_SAML',
      value: (row) => row.type,
    },
    {
      name: 'primary',
      label: 'Primary',
      kind: 'boolean',
      summary: 'Whether Security Admins come from its groups',
      value: (row) => row.primary,
    },
    {
      name: 'pendingSwitch',
      label: 'Switch pending',
      kind: 'boolean',
      summary: 'Whether it is waiting to become the primary one',
      value: (row) => row.pendingSwitch,
    },
    {
      name: 'enabled',
      label: 'Enabled',
      kind: 'boolean',
      summary: 'Whether people can sign in with it, once it is kept',
      value: (row) => row.enabled,
    },
    {
      name: 'draft',
      label: 'Draft',
      kind: 'text',
      summary: 'Saved changes that are not in effect: new, changed or tested',
      value: draftOf,
    },
    {
      name: 'revertsAt',
      label: 'Reverts',
      kind: 'time',
      isEnd: true,
      summary: 'When the last change reverts, unless an administrator signs in with the provider first',
      value: (row) => row.live?.unconfirmed?.revertsAt ?? null,
    },
    {
      name: 'suffixes',
      label: 'Email domains',
      kind: 'list',
      summary: 'Email domains whose people sign in with it',
      value: (row) => row.suffixes,
    },
    {
      name: 'prefixes',
      label: 'Windows domains',
      kind: 'list',
      summary: 'Windows domains whose people sign in with it',
      value: (row) => row.prefixes,
    },
    {
      name: 'emailDomains',
      label: 'Domains of email addresses',
      kind: 'list',
      summary: 'More domains of email addresses of its people, in addition to the email domains',
      value: (row) => row.emailDomains,
    },
    { name: 'config', label: 'Configuration', kind: 'json', summary: 'Configuration', value: (row) => row.config },
    {
      name: 'secrets',
      label: 'Secrets',
      kind: 'list',
      summary: 'Names of the stored secrets; their values are never shown',
      value: (row) => row.secrets,
    },
    {
      name: 'certificates',
      label: 'Certificates',
      kind: 'json',
      summary: 'Signing certificates: slot, subject, fingerprint, notBefore, notAfter, extendedUntil, lastUsedAt',
      value: (row) => row.certificates,
    },
    {
      name: 'expiresAt',
      label: 'Expires',
      kind: 'time',
      isEnd: true,
      summary: 'When the first of its certificates and secrets ends',
      value: firstEndOf,
    },
    {
      name: 'createdAt',
      label: 'Created',
      kind: 'time',
      summary: 'When it was created',
      value: (row) => row.createdAt,
    },
    {
      name: 'updatedAt',
      label: 'Changed',
      kind: 'time',
      summary: 'When it was last changed',
      value: (row) => row.updatedAt,
    },
  ],
  columns: ['name', 'type', 'primary', 'enabled', 'draft', 'suffixes', 'expiresAt'],
  pipedColumns: ['name', 'type', 'primary', 'enabled', 'draft', 'suffixes', 'expiresAt', 'id'],
  wideColumns: ['prefixes', 'secrets', 'updatedAt', 'id'],
  actions: [
    { name: 'list', summary: 'List identity providers', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one identity provider', changes: false, severity: 'none' },
    { name: 'create', summary: 'Add an identity provider', changes: true, severity: 'none' },
    { name: 'update', summary: 'Change the name, configuration or secrets', changes: true, severity: 'none' },
    {
      name: 'delete',
      summary: 'Delete an identity provider with its formats, groups and people',
      changes: true,
      severity: 'severe',
    },
    { name: 'test', summary: 'Test the saved configuration with a real login', changes: true, severity: 'none' },
    { name: 'keep', summary: 'Put the tested changes into effect', changes: true, severity: 'moderate' },
    { name: 'revert', summary: 'Discard changes that are not in effect', changes: true, severity: 'moderate' },
    {
      name: 'switch',
      summary: 'Choose the next primary provider, or withdraw the choice',
      changes: true,
      severity: 'moderate',
    },
    { name: 'lint', summary: 'Report what will or may go wrong with it', changes: false, severity: 'none' },
    { name: 'preview', summary: 'Show how transforms change names', changes: false, severity: 'none' },
    { name: 'import', summary: "Read a provider's published metadata", changes: false, severity: 'none' },
    {
      name: 'metadata',
      summary: 'Print our addresses and names, to register at the provider',
      changes: false,
      severity: 'none',
    },
    {
      name: 'rollover',
      summary: 'Replace our signing and encryption keys in steps',
      changes: true,
      severity: 'moderate',
    },
  ],
  inEnvironment: false,
}
