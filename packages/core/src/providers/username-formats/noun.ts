import type { IdentityProvider } from '../identity-providers/contract.ts'
import type { Noun } from '../../kit/nouns/noun.ts'
import type { WhereIs } from './contract.ts'
import type { FormatKind } from '../identity-providers/format-text.ts'

/** One format with the provider it leads to. */
export type UsernameFormatRow = {
  readonly type: 'suffix' | 'prefix' | 'address'
  /** Lower case, without the `@` or `\`. */
  readonly value: string
  readonly provider: Pick<IdentityProvider, 'id' | 'name'>
}

/** Every format of these providers, email domains before Windows domains, and the domains of e-mail addresses last. */
export function formatRowsOf(
  providers: readonly (Pick<IdentityProvider, 'id' | 'name' | 'suffixes' | 'prefixes'> & {
    readonly emailDomains?: readonly string[] | undefined
  })[],
): UsernameFormatRow[] {
  return providers.flatMap(({ id, name, suffixes, prefixes, emailDomains = [] }) => [
    ...suffixes.map((value) => ({ type: 'suffix' as const, value, provider: { id, name } })),
    ...prefixes.map((value) => ({ type: 'prefix' as const, value, provider: { id, name } })),
    ...emailDomains.map((value) => ({ type: 'address' as const, value, provider: { id, name } })),
  ])
}

/** The list that a row is in. */
export function formatKindOf({ type }: Pick<UsernameFormatRow, 'type'>): FormatKind {
  return type === 'suffix' ? 'suffixes' : type === 'prefix' ? 'prefixes' : 'emailDomains'
}

export const usernameFormatNoun: Noun<UsernameFormatRow> = {
  name: 'username-format',
  plural: 'username-formats',
  aliases: ['uf'],
  label: 'Username format',
  labelPlural: 'Username formats',
  summary: 'Which domains lead to which identity provider',
  fields: [
    {
      name: 'type',
      label: 'Type',
      kind: 'text',
      isWord: true,
      summary: 'suffix: an email domain; prefix: a Windows domain; address: a domain of e-mail addresses only',
      value: (row) => row.type,
    },
    {
      name: 'value',
      label: 'Domain',
      kind: 'text',
      summary: 'The domain, without the @ or \\',
      value: (row) => row.value,
    },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.provider.name,
    },
    {
      name: 'providerId',
      label: 'Provider ID',
      kind: 'id',
      summary: 'Id of the identity provider',
      value: (row) => row.provider.id,
    },
  ],
  columns: ['type', 'value', 'provider'],
  wideColumns: ['providerId'],
  actions: [
    { name: 'list', summary: 'List username formats', changes: false, severity: 'none' },
    { name: 'set', summary: 'Replace the formats of an identity provider', changes: true, severity: 'none' },
    { name: 'add', summary: 'Add formats to an identity provider', changes: true, severity: 'none' },
    { name: 'remove', summary: 'Remove formats from an identity provider', changes: true, severity: 'none' },
  ],
  inEnvironment: false,
}

/** Where a username leads, as `whereis` prints it. */
export const whereIsNoun: Noun<WhereIs> = {
  name: 'destination',
  plural: 'destinations',
  aliases: [],
  label: 'Destination',
  labelPlural: 'Destinations',
  summary: 'Where a username leads',
  fields: [
    { name: 'username', label: 'Username', kind: 'text', summary: 'Username as entered', value: (row) => row.username },
    {
      name: 'outcome',
      label: 'Outcome',
      kind: 'text',
      summary: 'found, elsewhere, nowhere or malformed',
      value: (row) => row.outcome,
    },
    { name: 'tenant', label: 'Tenant', kind: 'text', summary: 'Name of the tenant', value: (row) => row.tenant },
    {
      name: 'format',
      label: 'Format',
      kind: 'text',
      summary: 'The username format that matched: @domain or DOMAIN\\',
      value: ({ format }) =>
        format && (format.type === 'suffix' ? `@${format.value}` : `${format.value.toUpperCase()}\\`),
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
    {
      name: 'candidates',
      label: 'Looked for',
      kind: 'list',
      summary: 'Formats that were looked for, longest first',
      value: (row) => row.candidates,
    },
    {
      name: 'explanation',
      label: 'Explanation',
      kind: 'text',
      summary: 'Why it leads there, or what to do',
      value: (row) => row.explanation,
    },
  ],
  columns: ['username', 'outcome', 'format', 'provider'],
  wideColumns: ['tenant', 'explanation'],
  actions: [
    {
      name: 'whereis',
      summary: 'Explain which identity provider a username leads to',
      changes: false,
      severity: 'none',
    },
  ],
  inEnvironment: false,
}
