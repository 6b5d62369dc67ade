import type { Noun } from '../nouns/noun.ts'
import type { DependencyRow, ServiceAccount } from './contract.ts'

/** A service account with its dependencies; undefined if a list did not request them. */
export type ServiceAccountRow = ServiceAccount & { readonly dependencies?: readonly DependencyRow[] | undefined }

/** `URN:ROLE`, or `URN` alone for access without a named role: the form `--app` takes. */
export function dependencyText(dependency: { readonly urn: string; readonly name: string }): string {
  return dependency.name === '' ? dependency.urn : `${dependency.urn}:${dependency.name}`
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
      name: 'dependencies',
      label: 'Applications',
      kind: 'list',
      summary: 'Applications and roles, each as URN or URN:ROLE',
      value: (row) => (row.dependencies ?? []).map(dependencyText),
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
  columns: ['name', 'id', 'updatedAt'],
  wideColumns: ['urn', 'dependencies', 'key1Fingerprint', 'key2Fingerprint', 'createdAt'],
  actions: [
    { name: 'list', summary: 'List service accounts', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one service account', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a service account', changes: true, severity: 'none' },
    { name: 'update', summary: 'Change name, keys or applications', changes: true, severity: 'none' },
    { name: 'rotate', summary: 'Put a new key in the place of an old one', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a service account', changes: true, severity: 'severe' },
  ],
  inEnvironment: true,
}
