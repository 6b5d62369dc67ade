import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'
import { lineOf } from '../text/rules.ts'

export const PublicKeyReply = v.object({
  /** SPKI in PEM. */
  publicKey: v.string(),
  /** End of a certificate's validity (RFC 3339); absent for a bare key. */
  notAfter: v.optional(v.string()),
  /** The certificate itself in PEM, if the file contained one. */
  certificate: v.optional(v.string()),
})

export const extractPublicKey = endpoint({
  name: 'extractPublicKey',
  summary: 'Extract the public key from a certificate or key file',
  method: 'POST',
  path: '/portal/publickey',
  body: v.object({ file: v.blob() }),
  bodyKind: 'file',
  reply: PublicKeyReply,
})

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
  lastUsedAt: v.nullable(v.string()),
})
export type CertificateRow = v.InferOutput<typeof CertificateRow>

export const listCertificates = endpoint({
  name: 'listCertificates',
  summary: 'List the signing certificates of all identity providers',
  method: 'GET',
  path: '/portal/admin/certificates',
  reply: v.object({ certificates: v.array(CertificateRow) }),
})

/** Spec section 4: an expired certificate can be authorised for 72 extra hours, once, with a reason. */
export const extendCertificate = endpoint({
  name: 'extendCertificate',
  summary: 'Authorise an expired signing certificate for 72 more hours',
  method: 'POST',
  path: '/portal/admin/idps/{id}/configuration/certificate/extended-expiry',
  body: v.strictObject({
    fingerprint: v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f]{64}$/, 'INVALID_VALUE')),
    reason: lineOf(500, { required: 'REASON_REQUIRED' }),
  }),
  reply: v.object({ extendedUntil: v.string() }),
})
