import { SignedXml } from 'xml-crypto'

import { envelopedSignature, ns, rsaSha256, sha256, usualPrefixes } from '../names.ts'
import type { SamlSelf } from '../types.ts'

/**
 * Signs the root element by RSA-SHA256 and puts the signature after its Issuer, where the schema wants it. KeyInfo
 * contains only the certificate: ADFS refuses a KeyName it does not know.
 */
export function signEnveloped(
  xml: string,
  signing: SamlSelf['signing'],
  { signature: prefix } = usualPrefixes,
): string {
  const signer = new SignedXml({
    privateKey: signing.privateKey,
    publicCert: signing.certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: ns.exclusive,
  })
  signer.idAttributes = ['ID']
  signer.addReference({ xpath: '/*', transforms: [envelopedSignature, ns.exclusive], digestAlgorithm: sha256 })
  signer.computeSignature(xml, {
    prefix,
    location: { reference: "/*/*[local-name()='Issuer']", action: 'after' },
  })
  return signer.getSignedXml()
}
