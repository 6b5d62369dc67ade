import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'

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
  reads: true,
  path: '/portal/publickey',
  body: v.object({ file: v.blob() }),
  bodyKind: 'file',
  reply: PublicKeyReply,
})
