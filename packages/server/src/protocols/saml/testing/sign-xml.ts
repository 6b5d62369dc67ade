import { constants, createHash, sign } from 'node:crypto'

import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

import { envelopedSignature, ns, rsaSha256, sha256 } from '../names.ts'
import { methodNamed } from '../signature/methods.ts'

const { RSA_PKCS1_PSS_PADDING } = constants

export type SignXmlOptions = {
  readonly privateKey: string
  /** Included in KeyInfo; without it there is no KeyInfo. */
  readonly certificate?: string | undefined
  readonly signatureAlgorithm?: string
  readonly digestAlgorithm?: string
  readonly canonicalization?: string
  readonly transforms?: readonly string[]
  /** PrefixList of InclusiveNamespaces, as OpenSAML sends it. */
  readonly inclusivePrefixes?: readonly string[]
  readonly prefix?: string
  /** Of the signature made after `editSignedInfo`: another hash, and RSA-PSS with a salt of this length, in bytes. */
  readonly digest?: string
  readonly saltLength?: number
  /** Changes the document between its digest and the signature over SignedInfo: a signer that writes what it should not. */
  readonly editSignedInfo?: (xml: string) => string
}

/** Signs the element that the XPath names, the way a provider would, and puts the signature after its Issuer. */
export function signXml(xml: string, xpath: string, o: SignXmlOptions): string {
  const signer = new SignedXml({
    privateKey: o.privateKey,
    ...(o.certificate === undefined ? {} : { publicCert: o.certificate }),
    signatureAlgorithm: o.signatureAlgorithm ?? rsaSha256,
    canonicalizationAlgorithm: o.canonicalization ?? ns.exclusive,
  })
  signer.idAttributes = ['ID']
  const { digests, signatures } = sha384
  signer.HashAlgorithms = { ...signer.HashAlgorithms, ...digests }
  signer.SignatureAlgorithms = { ...signer.SignatureAlgorithms, ...signatures }
  if (o.signatureAlgorithm?.includes('hmac')) signer.enableHMAC()
  signer.addReference({
    xpath,
    transforms: o.transforms ?? [envelopedSignature, ns.exclusive],
    digestAlgorithm: o.digestAlgorithm ?? sha256,
    ...(o.inclusivePrefixes === undefined ? {} : { inclusiveNamespacesPrefixList: [...o.inclusivePrefixes] }),
  })
  signer.computeSignature(xml, {
    prefix: o.prefix ?? 'ds',
    location: { reference: `${xpath}/*[local-name()='Issuer']`, action: 'after' },
  })
  const edit = o.inclusivePrefixes === undefined ? (o.editSignedInfo ?? same) : withoutPrefixListOfEnveloped
  const edited = edit(signer.getSignedXml())
  return edit === same ? edited : signAgain(edited, signer, o)
}

const same = (xml: string) => xml

/** The library writes a PrefixList into every transform; the products that send one do not. */
function withoutPrefixListOfEnveloped(xml: string): string {
  return xml.replace(/(enveloped-signature")><InclusiveNamespaces[^>]*\/><\/ds:Transform>/, '$1/>')
}

/** A new SignatureValue over the current first SignedInfo. */
function signAgain(xml: string, signer: SignedXml, o: SignXmlOptions): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const info = document.getElementsByTagNameNS(ns.signature, 'SignedInfo')[0]
  const value = document.getElementsByTagNameNS(ns.signature, 'SignatureValue')[0]
  if (info === undefined || value === undefined) throw new Error('nothing to sign again')
  const bytes = Buffer.from(signer.getCanonXml([o.canonicalization ?? ns.exclusive], info))
  const digest = methodNamed(o.signatureAlgorithm ?? rsaSha256)?.digest ?? 'sha256'
  const { saltLength } = o
  const key =
    saltLength === undefined ? o.privateKey : { key: o.privateKey, padding: RSA_PKCS1_PSS_PADDING, saltLength }
  value.textContent = sign(o.digest ?? digest, bytes, key).toString('base64')
  return new XMLSerializer().serializeToString(document)
}

/** What the library does not bring along. */
const sha384 = {
  digests: {
    'http://www.w3.org/2001/04/xmldsig-more#sha384': class {
      getAlgorithmName = () => 'http://www.w3.org/2001/04/xmldsig-more#sha384'
      getHash = (xml: string) => createHash('sha384').update(xml).digest('base64')
    },
  },
  signatures: {
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': class {
      getAlgorithmName = () => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384'
      verifySignature = () => false
      getSignature = (info: unknown, key: unknown) =>
        sign('sha384', Buffer.from(String(info)), String(key)).toString('base64')
    },
  },
}
