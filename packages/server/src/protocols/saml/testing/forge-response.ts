import { encrypt } from 'xml-encryption'

import { signXml, type SignXmlOptions } from './sign-xml.ts'

export type ForgeOptions = {
  readonly key: { readonly privateKey: string; readonly certificate: string }
  readonly nowMs: number
  readonly issuer: string
  readonly acsUrl: string
  readonly audience: string
  /** Absent for an unsolicited response. */
  readonly requestId?: string | null
  readonly nameId?: { readonly value: string; readonly format?: string } | null
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly responseId?: string
  readonly assertionId?: string
  readonly sessionIndex?: string
  readonly status?: string
  /** Life of the assertion in seconds. */
  readonly lifeSecs?: number
  readonly sign?: 'assertion' | 'response' | 'both' | 'none'
  /** False: without KeyInfo. */
  readonly keyInfo?: boolean
  readonly signing?: Partial<SignXmlOptions>
  /** Certificate to encrypt the assertion for. */
  readonly encryptFor?:
    | {
        readonly certificate: string
        readonly publicKey: string
        readonly content?: string
        readonly transport?: string
      }
    | undefined
  /** Changes the text before anything is signed: what a careless provider would really sign. */
  readonly beforeSigning?: (xml: string) => string
  /** Changes the text after everything is signed: what an attacker does. */
  readonly afterSigning?: (xml: string) => string
}

const assertionPath = "//*[local-name()='Assertion']"
const responsePath = '/*'

/** A SAML response as the browser would post it, base64. Everything in it can be forged. */
export async function forgeResponse(o: ForgeOptions): Promise<string> {
  return Buffer.from(await forgeResponseXml(o)).toString('base64')
}

export async function forgeResponseXml(o: ForgeOptions): Promise<string> {
  const before = (o.beforeSigning ?? same)(responseXml(o))
  const sign = o.sign ?? 'assertion'
  const signing = { ...o.key, ...(o.keyInfo === false ? { certificate: undefined } : {}), ...o.signing }
  const inner = sign === 'assertion' || sign === 'both' ? signXml(before, assertionPath, signing) : before
  const carried = o.encryptFor === undefined ? inner : await encryptAssertion(inner, o.encryptFor)
  const outer = sign === 'response' || sign === 'both' ? signXml(carried, responsePath, signing) : carried
  return (o.afterSigning ?? same)(outer)
}

const same = (xml: string) => xml

/** Unsigned, on one line, as most providers send it. */
export function responseXml(o: ForgeOptions): string {
  const at = (secs: number) => new Date(o.nowMs + secs * 1000).toISOString()
  const answers = o.requestId == null ? '' : ` InResponseTo="${o.requestId}"`
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${o.responseId ?? '_response'}" Version="2.0" ` +
    `IssueInstant="${at(0)}" Destination="${o.acsUrl}"${answers}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${o.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${o.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>` +
    `${assertionXml(o)}</samlp:Response>`
  )
}

export function assertionXml(o: ForgeOptions): string {
  const at = (secs: number) => new Date(o.nowMs + secs * 1000).toISOString()
  const until = at(o.lifeSecs ?? 300)
  const answers = o.requestId == null ? '' : ` InResponseTo="${o.requestId}"`
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${o.assertionId ?? '_assertion'}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${o.issuer}</saml:Issuer>` +
    `<saml:Subject>${nameIdXml(o)}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${o.acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(-10)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${o.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(-1)}" SessionIndex="${o.sessionIndex ?? '_session'}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${attributesXml(o.attributes ?? {})}</saml:Assertion>`
  )
}

function nameIdXml({ nameId }: ForgeOptions): string {
  if (nameId === null) return ''
  const { value, format } = nameId ?? { value: 'ada@idp.example', format: undefined }
  return `<saml:NameID${format === undefined ? '' : ` Format="${format}"`}>${value}</saml:NameID>`
}

function attributesXml(attributes: Readonly<Record<string, readonly string[]>>): string {
  const entries = Object.entries(attributes)
  if (entries.length === 0) return ''
  const all = entries.map(([name, values]) => {
    const inner = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')
    return `<saml:Attribute Name="${name}">${inner}</saml:Attribute>`
  })
  return `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>`
}

/** Puts the only assertion of a response into an EncryptedAssertion. */
export async function encryptAssertion(xml: string, target: NonNullable<ForgeOptions['encryptFor']>): Promise<string> {
  const found = /<(saml2?:)?Assertion[\s>][\s\S]*<\/\1?Assertion>/.exec(xml)
  if (found === null) throw new Error('no assertion to encrypt')
  const encrypted = await encryptText(found[0], target)
  return xml.replace(
    found[0],
    () =>
      `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`,
  )
}

export function encryptText(text: string, target: NonNullable<ForgeOptions['encryptFor']>): Promise<string> {
  const options = {
    rsa_pub: target.publicKey,
    pem: target.certificate,
    encryptionAlgorithm: target.content ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: target.transport ?? 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    keyEncryptionDigest: 'sha1',
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  }
  return new Promise((resolve, reject) => {
    // The types of the library are older than it is: its lists of algorithms are shorter.
    encrypt(text, options as Parameters<typeof encrypt>[1], (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })
}
