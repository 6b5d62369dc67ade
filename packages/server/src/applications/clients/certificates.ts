import type { ApplicationSignIn, ClientConfig } from '@portico/core/contract'

import { readKey } from '../../kit/keys/read-key.ts'

/** Whom the signing certificates name and when they end. */
export function certificatesOf(config: ClientConfig): ApplicationSignIn['certificates'] {
  if (config.protocol !== 'saml') return []
  return config.signingCertificates.map((pem) => {
    const content = readKey(pem)
    if (typeof content === 'string') return { subject: null, notAfter: null }
    return { subject: content.subject, notAfter: content.notAfter?.toISOString() ?? null }
  })
}
