import type { Noun } from '../../kit/nouns/noun.ts'
import type { DependencyRow, ServiceAccount } from './contract.ts'

/** A service account with its dependencies; undefined if a list did not request them. */
export type ServiceAccountRow = ServiceAccount & { readonly dependencies?: readonly DependencyRow[] | undefined }

/** `URN:ROLE`, or just `URN` for access without a named role: the form that `--app` takes. */
export function dependencyText(dependency: { readonly urn: string; readonly name: string }): string {
  return dependency.name === '' ? dependency.urn : `${dependency.urn}:${dependency.name}`
}

type KeyUses = { readonly [Name in 'key1LastUsedAt' | 'key2LastUsedAt']?: string | null | undefined }

/** When one of its keys last obtained a token, RFC 3339; null where no use was noted. */
export function lastUseOf({ key1LastUsedAt, key2LastUsedAt }: KeyUses): string | null {
  return (
    [key1LastUsedAt, key2LastUsedAt]
      .flatMap((time) => time ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}

/** The names of its applications, each once, whatever the roles. */
function applicationsOf({ dependencies = [] }: ServiceAccountRow): readonly string[] {
  return [...new Set(dependencies.map(({ label, urn }) => label || urn))]
}

/** The beginning of each fingerprint, as long as the portal shows, and when the key was added. */
function keysOf(row: ServiceAccountRow): readonly string[] {
  const keys = [
    [row.key1Fingerprint, row.key1AddedAt],
    [row.key2Fingerprint, row.key2AddedAt],
  ]
  return keys.flatMap(([fingerprint, added]) =>
    fingerprint ? [`${fingerprint.slice(0, 12)}${added ? ` ${added}` : ''}`] : [],
  )
}

export const serviceAccountNoun: Noun<ServiceAccountRow> = {
  name: 'service-account',
  plural: 'service-accounts',
  aliases: ['sa'],
  label: 'Service account',
  labelPlural: 'Service accounts',
  summary: 'Programs that sign in with their own key',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name, unique in the environment', value: (row) => row.name },
    { name: 'urn', label: 'URN', kind: 'urn', summary: 'Uniform resource name', value: (row) => row.urn },
    {
      name: 'key1',
      label: 'Public key 1',
      kind: 'key',
      summary: 'First public key, PEM',
      value: (row) => row.key1 ?? null,
    },
    {
      name: 'key1Algorithm',
      label: 'Algorithm 1',
      kind: 'text',
      summary: 'Algorithm of the first key',
      value: (row) => row.key1Algorithm ?? null,
    },
    {
      name: 'key1Fingerprint',
      label: 'Fingerprint 1',
      kind: 'text',
      summary: 'SHA-256 of the first key (DER of its SubjectPublicKeyInfo)',
      value: (row) => row.key1Fingerprint ?? null,
    },
    {
      name: 'key1Bits',
      label: 'Size 1',
      kind: 'number',
      summary: 'Size of the first key in bits',
      value: (row) => row.key1Bits ?? null,
    },
    {
      name: 'key1AddedAt',
      label: 'Added 1',
      kind: 'time',
      summary: 'When the first key was added',
      value: (row) => row.key1AddedAt ?? null,
    },
    {
      name: 'key1LastUsedAt',
      label: 'Last use 1',
      kind: 'time',
      summary: 'When the first key last obtained a token',
      value: (row) => row.key1LastUsedAt ?? null,
    },
    {
      name: 'key2',
      label: 'Public key 2',
      kind: 'key',
      summary: 'Second public key, PEM',
      value: (row) => row.key2 ?? null,
    },
    {
      name: 'key2Algorithm',
      label: 'Algorithm 2',
      kind: 'text',
      summary: 'Algorithm of the second key',
      value: (row) => row.key2Algorithm ?? null,
    },
    {
      name: 'key2Fingerprint',
      label: 'Fingerprint 2',
      kind: 'text',
      summary: 'SHA-256 of the second key (DER of its SubjectPublicKeyInfo)',
      value: (row) => row.key2Fingerprint ?? null,
    },
    {
      name: 'key2Bits',
      label: 'Size 2',
      kind: 'number',
      summary: 'Size of the second key in bits',
      value: (row) => row.key2Bits ?? null,
    },
    {
      name: 'key2AddedAt',
      label: 'Added 2',
      kind: 'time',
      summary: 'When the second key was added',
      value: (row) => row.key2AddedAt ?? null,
    },
    {
      name: 'key2LastUsedAt',
      label: 'Last use 2',
      kind: 'time',
      summary: 'When the second key last obtained a token',
      value: (row) => row.key2LastUsedAt ?? null,
    },
    {
      name: 'lastUsedAt',
      label: 'Last used',
      kind: 'time',
      summary: 'When one of its keys last obtained a token',
      value: lastUseOf,
    },
    {
      name: 'dependencies',
      label: 'Roles',
      kind: 'list',
      summary: 'Applications and roles, each as URN or URN:ROLE',
      value: (row) => (row.dependencies ?? []).map(dependencyText),
    },
    {
      name: 'applications',
      label: 'Applications',
      kind: 'list',
      summary: 'Names of the applications, without roles',
      value: applicationsOf,
    },
    {
      name: 'keys',
      label: 'Keys',
      kind: 'dated',
      summary: 'Beginning of the fingerprint of each key, and when the key was added',
      value: keysOf,
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
  columns: ['name', 'applications', 'keys', 'lastUsedAt', 'updatedAt'],
  pipedColumns: ['name', 'id', 'updatedAt'],
  wideColumns: ['id', 'urn', 'dependencies', 'key1Fingerprint', 'key2Fingerprint', 'createdAt'],
  actions: [
    { name: 'list', summary: 'List service accounts', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one service account', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a service account', changes: true, severity: 'none' },
    { name: 'update', summary: 'Change the name, keys or applications', changes: true, severity: 'none' },
    { name: 'rotate', summary: 'Replace an old key with a new one', changes: true, severity: 'none' },
    { name: 'token', summary: 'Print an access token for a service account', changes: false, severity: 'none' },
    { name: 'delete', summary: 'Delete a service account', changes: true, severity: 'severe' },
  ],
  inEnvironment: true,
}
