/** Namespaces, bindings and algorithms of SAML 2.0, XML Signature and XML Encryption. */
export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  mdui: 'urn:oasis:names:tc:SAML:metadata:ui',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  signature11: 'http://www.w3.org/2009/xmldsig11#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  instance: 'http://www.w3.org/2001/XMLSchema-instance',
} as const

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

/** Bindings 3.2: from server to server, only for logout messages. */
export const soapBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP'

export const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status:'
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** A NameID format (core 8.3); the others are in core's nameIdFormatUrns. */
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
export const basicAttributeName = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'
/** How the person signed in is not known, or not told (authn-context 3.4.25). */
export const unspecifiedContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified'
export const deflateEncoding = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE'

export const envelopedSignature = `${ns.signature}enveloped-signature`
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const sha256 = `${ns.encryption}sha256`

/** Digest methods, with node's names of them. */
export const referenceDigests: ReadonlyMap<string, string> = new Map([
  [sha256, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  [`${ns.encryption}sha512`, 'sha512'],
])

/** Content ciphers that we decrypt: only authenticated ones. */
export const contentCiphers: ReadonlySet<string> = new Set([
  `${ns.encryption11}aes128-gcm`,
  `${ns.encryption11}aes256-gcm`,
])
/** Unauthenticated ciphers: only used under a signature that was verified before (decrypt.ts). */
export const unauthenticatedCiphers: ReadonlySet<string> = new Set([
  `${ns.encryption}aes128-cbc`,
  `${ns.encryption}aes256-cbc`,
])
export const keyTransports: ReadonlySet<string> = new Set([
  `${ns.encryption}rsa-oaep-mgf1p`,
  `${ns.encryption11}rsa-oaep`,
])

/** Prefixes of the elements of our messages. */
export type Prefixes = { readonly protocol: string; readonly assertion: string; readonly signature: string }
export const usualPrefixes: Prefixes = { protocol: 'samlp', assertion: 'saml', signature: 'ds' }

/**
 * For messages in SOAP envelopes. pysaml2 serializes the message in the envelope again, numbers its namespaces in document order,
 * and verifies the signature over the result: only with these prefixes is it over the same bytes.
 */
export const numberedPrefixes: Prefixes = { protocol: 'ns0', assertion: 'ns1', signature: 'ns2' }
