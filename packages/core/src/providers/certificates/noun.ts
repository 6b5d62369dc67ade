import type { Noun } from '../../kit/nouns/noun.ts'
import type { CertificateRow, MetadataReading } from './contract.ts'

/** A certificate with the whole days it has left; negative once it expired, null for a bare key. */
export type CertificateWithDays = CertificateRow & {
  readonly daysLeft: number | null
  /** The reading of its provider's metadata; undefined if the provider has no metadata address in effect. */
  readonly reading: MetadataReading | undefined
}

export const certificateNoun: Noun<CertificateWithDays> = {
  name: 'certificate',
  plural: 'certificates',
  aliases: ['cert', 'certs'],
  label: 'Certificate',
  labelPlural: 'Certificates',
  summary: 'Signing certificates of identity providers',
  fields: [
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.idpName,
    },
    {
      name: 'providerId',
      label: 'Provider ID',
      kind: 'id',
      summary: 'Id of the identity provider',
      value: (row) => row.idp,
    },
    { name: 'slot', label: 'Slot', kind: 'number', summary: '1 or 2', value: (row) => row.slot },
    {
      name: 'state',
      label: 'State',
      kind: 'text',
      isWord: true,
      summary: 'valid, expiring, expired, extended, early, or key: no dates',
      value: (row) => row.state,
    },
    {
      name: 'daysLeft',
      label: 'Days left',
      kind: 'number',
      summary: 'Whole days until it expires; negative afterwards',
      value: (row) => row.daysLeft,
    },
    {
      name: 'subject',
      label: 'Subject',
      kind: 'text',
      summary: 'Subject of the certificate',
      value: (row) => row.subject,
    },
    {
      name: 'fingerprint',
      label: 'Fingerprint',
      kind: 'id',
      summary: 'SHA-256 of the certificate, or of the key if there is no certificate',
      value: (row) => row.fingerprint,
    },
    { name: 'notBefore', label: 'Valid from', kind: 'time', summary: 'Valid from', value: (row) => row.notBefore },
    {
      name: 'notAfter',
      label: 'Expires',
      kind: 'time',
      isEnd: true,
      summary: 'Valid until',
      value: (row) => row.notAfter,
    },
    {
      name: 'extendedUntil',
      label: 'Extended until',
      kind: 'time',
      isEnd: true,
      summary: 'Accepted until then although it has expired',
      value: (row) => row.extendedUntil,
    },
    {
      name: 'addedAt',
      label: 'Added',
      kind: 'time',
      summary: 'When it was added to the provider; empty if this was before the server recorded it',
      value: (row) => row.addedAt ?? null,
    },
    {
      name: 'lastUsedAt',
      label: 'Last used',
      kind: 'time',
      summary: 'When a sign-in was last verified with it',
      value: (row) => row.lastUsedAt,
    },
    {
      name: 'provenAt',
      label: 'Proven',
      kind: 'time',
      summary: 'When it verified its first sign-in; empty if it has verified none yet',
      value: (row) => row.provenAt ?? null,
    },
    {
      name: 'listed',
      label: 'In metadata',
      kind: 'text',
      summary: 'yes or no, when the provider’s metadata was last read; empty if it was not read',
      value: (row) => (row.listed == null ? null : row.listed ? 'yes' : 'no'),
    },
    {
      name: 'metadata',
      label: 'Metadata',
      kind: 'text',
      summary: 'Result of the last reading of the metadata, as a sentence',
      value: (row) => row.reading?.message ?? null,
    },
    {
      name: 'metadataReadAt',
      label: 'Metadata read',
      kind: 'time',
      summary: 'When the metadata was last read successfully',
      value: (row) => row.reading?.readAt ?? null,
    },
  ],
  columns: ['provider', 'slot', 'state', 'daysLeft', 'addedAt', 'lastUsedAt', 'subject', 'fingerprint'],
  wideColumns: ['notAfter', 'extendedUntil', 'provenAt', 'listed', 'metadataReadAt'],
  actions: [
    {
      name: 'list',
      summary: 'List signing certificates and the days they have left',
      changes: false,
      severity: 'none',
    },
    {
      name: 'extend',
      summary: 'Authorise an expired certificate for 72 more hours',
      changes: true,
      severity: 'moderate',
    },
    {
      name: 'refresh',
      summary: "Read a provider's metadata now and accept its new certificate",
      changes: true,
      severity: 'moderate',
    },
    {
      name: 'retire',
      summary: 'Retire one of the two certificates of a provider, at once',
      changes: true,
      severity: 'moderate',
    },
  ],
  inEnvironment: false,
}
