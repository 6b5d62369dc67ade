import type { ClientConfig, Violation, WordId } from '@portico/core/contract'

import { invalid } from '../../kit/http/failure.ts'
import { checkCertificate } from '../../providers/identity-providers/check-certificate.ts'
import { readPublicKey } from '../../kit/keys/public-key.ts'

/** The resource that failures name. */
export const clientKind = 'application'

/**
 * The configuration with keys and certificates in the form in which they are stored: SPKI, and one block of PEM. Rules that
 * need cryptography are checked here: RSA keys of a safe size. Throws 400; `at` stands before the
 * names of fields.
 */
export function checkedClient(config: ClientConfig, at = ''): ClientConfig {
  if (config.protocol === 'openid') return { ...config, publicKeys: pems(config.publicKeys, `${at}publicKeys`, keyOf) }
  const certificates = (name: 'signingCertificates' | 'encryptionCertificates') => ({
    [name]: pems(config[name], `${at}${name}`, certificateOf),
  })
  return { ...config, ...certificates('signingCertificates'), ...certificates('encryptionCertificates') }
}

function pems(texts: readonly string[], field: string, read: (pem: string) => Read): string[] {
  const found = texts.map(read)
  const violations = found.flatMap((one, at): Violation[] =>
    typeof one === 'string' ? [{ errorID: one, fieldID: `${field}.${at}` }] : [],
  )
  if (violations.length > 0) throw invalid(violations, clientKind)
  const kept = found.flatMap((one) => (typeof one === 'string' ? [] : [one.pem]))
  if (new Set(kept).size < kept.length) throw invalid([{ errorID: 'CLIENT_KEY_TWICE', fieldID: field }], clientKind)
  return kept
}

type Read = { readonly pem: string } | WordId

const keyOf = (pem: string): Read => readPublicKey(pem)

function certificateOf(pem: string): Read {
  const content = checkCertificate(pem)
  return typeof content === 'string' || content.kind === 'certificate' ? content : 'CLIENT_NOT_CERTIFICATE'
}
