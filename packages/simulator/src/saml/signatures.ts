import { createSign, createVerify, X509Certificate } from 'node:crypto'

import { SignedXml } from 'xml-crypto'

import type { SigningKeys } from './make-certificate.ts'
import { namespaces } from './names.ts'
import { attributeOf, childrenOf, parseXml } from './xml.ts'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const algorithms = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
} as const

export type Hash = keyof typeof algorithms

/** Signs the document element of `text`, which has an ID; the signature is put after its Issuer, or first. */
export function signXml(text: string, { privateKey, certificate }: SigningKeys, hash: Hash = 'sha256'): string {
  const { signature, digest } = algorithms[hash]
  const signed = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  })
  signed.addReference({ xpath: '/*', transforms: [enveloped, exclusive], digestAlgorithm: digest })
  const issuer = childrenOf(parseXml(text), namespaces.assertion, 'Issuer').length > 0
  const location = issuer
    ? ({ reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const)
    : ({ reference: '/*', action: 'prepend' } as const)
  signed.computeSignature(text, { prefix: 'ds', location })
  return signed.getSignedXml()
}

/**
 * Whether the document element of `text` is signed as a whole by one of the certificates: one signature, a child of the
 * element it covers.
 */
export function verifyXml(text: string, certificates: readonly string[]): boolean {
  const root = parseXml(text)
  const signatures = childrenOf(root, namespaces.signature, 'Signature')
  const [signature] = signatures
  if (signature === undefined || signatures.length > 1) return false
  return certificates.some((certificate) => {
    try {
      const check = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null })
      check.loadSignature(signature)
      const references = check.getReferences()
      const whole = references.length === 1 && references[0]!.uri === `#${attributeOf(root, 'ID')}`
      return whole && isStrong(check.signatureAlgorithm) && check.checkSignature(text)
    } catch {
      return false
    }
  })
}

/** `SAMLRequest=…&RelayState=…&SigAlg=…&Signature=…` (SAML bindings, section 3.4.4.1). */
export function signQuery(query: string, { privateKey }: SigningKeys, hash: Hash = 'sha256'): string {
  const covered = `${query}&SigAlg=${encodeURIComponent(algorithms[hash].signature)}`
  const value = createSign(hash).update(covered).sign(privateKey, 'base64')
  return `${covered}&Signature=${encodeURIComponent(value)}`
}

/** Verifies such a query as it was sent, byte for byte. False without signature. */
export function verifyQuery(search: string, certificates: readonly string[]): boolean {
  const sent = new Map(
    search
      .replace(/^\?/, '')
      .split('&')
      .map((part) => [part.split('=', 1)[0] ?? '', part]),
  )
  const value = (name: string) => decodeURIComponent(sent.get(name)?.slice(name.length + 1) ?? '')
  const covered = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'].flatMap((name) => sent.get(name) ?? [])
  if (!sent.has('Signature') || !isStrong(value('SigAlg'))) return false
  const hash = value('SigAlg').endsWith('sha512') ? 'sha512' : 'sha256'
  const bytes = Buffer.from(value('Signature'), 'base64')
  return certificates.some((certificate) =>
    createVerify(hash).update(covered.join('&')).verify(new X509Certificate(certificate).publicKey, bytes),
  )
}

function isStrong(algorithm: string | undefined): boolean {
  return /#rsa-sha(?:256|512)$/.test(algorithm ?? '')
}
