import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { lineOf } from '../../kit/text/rules.ts'

const Fingerprint = v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f]{64}$/, 'INVALID_VALUE'))

/** One certificate of a provider with its dates: what `cert list` and the expiry list show. */
export const CertificateRow = v.object({
  idp: v.string(),
  idpName: v.string(),
  slot: v.picklist([1, 2]),
  subject: v.nullable(v.string()),
  fingerprint: v.string(),
  notBefore: v.nullable(v.string()),
  notAfter: v.nullable(v.string()),
  /** `valid`, `expiring` within 60 days, `expired`, `extended` for 72 hours, `early`, or `key`: no dates. */
  state: v.picklist(['valid', 'expiring', 'expired', 'extended', 'early', 'key']),
  extendedUntil: v.nullable(v.string()),
  addedAt: v.optional(v.nullable(v.string())),
  lastUsedAt: v.nullable(v.string()),
  provenAt: v.optional(v.nullable(v.string())),
  listed: v.optional(v.nullable(v.boolean())),
})
export type CertificateRow = v.InferOutput<typeof CertificateRow>

/**
 * How the last reading of a provider's metadata ended. `changed`: certificates were taken over or retired. `new`: it lists
 * one that was not taken over, because the metadata is not followed; `full`: because both slots are in use. `waiting`: it no
 * longer lists a certificate that is kept until another one has proven itself. The others: nothing was changed.
 */
export const metadataResults = [
  'unchanged',
  'changed',
  'new',
  'full',
  'waiting',
  'unreachable',
  'unreadable',
  'other-entity',
  'over',
  'no-certificate',
] as const
export type MetadataResult = (typeof metadataResults)[number]

/** The metadata address in effect of a SAML provider, and what was last read there. */
export const MetadataReading = v.object({
  idp: v.string(),
  idpName: v.string(),
  url: v.string(),
  /** Whether certificates are taken over and retired without an administrator. */
  follows: v.boolean(),
  triedAt: v.nullable(v.string()),
  /** When its answer could last be used. */
  readAt: v.nullable(v.string()),
  /** null: it was not read yet. */
  result: v.nullable(v.picklist(metadataResults)),
  /** The result as a sentence. */
  message: v.nullable(v.string()),
  /** null: not read on a schedule. */
  nextAt: v.nullable(v.string()),
})
export type MetadataReading = v.InferOutput<typeof MetadataReading>

export const listCertificates = endpoint({
  name: 'listCertificates',
  summary: 'List the signing certificates of all identity providers',
  method: 'GET',
  path: '/portal/admin/certificates',
  reply: v.object({ certificates: v.array(CertificateRow), readings: v.array(MetadataReading) }),
})

/** Reads the metadata now, and takes over its new certificate at once, also where the metadata is not followed. */
export const refreshMetadata = endpoint({
  name: 'refreshMetadata',
  summary: "Read a provider's metadata now and accept its new signing certificate",
  method: 'POST',
  path: '/portal/admin/idps/{id}/configuration/certificate/refresh',
  reply: MetadataReading,
})

/** Removes one of two signing certificates, in effect at once. */
export const retireCertificate = endpoint({
  name: 'retireCertificate',
  summary: 'Retire one of the two signing certificates of a provider',
  method: 'POST',
  path: '/portal/admin/idps/{id}/configuration/certificate/retire',
  body: v.strictObject({ fingerprint: Fingerprint }),
  reply: v.object({ certificates: v.array(CertificateRow) }),
})

/** Spec section 4: an expired certificate can be authorised for 72 extra hours, once, with a reason. */
export const extendCertificate = endpoint({
  name: 'extendCertificate',
  summary: 'Authorise an expired signing certificate for 72 more hours',
  method: 'POST',
  path: '/portal/admin/idps/{id}/configuration/certificate/extended-expiry',
  body: v.strictObject({
    fingerprint: Fingerprint,
    reason: lineOf(500, { required: 'REASON_REQUIRED' }),
  }),
  reply: v.object({ extendedUntil: v.string() }),
})
