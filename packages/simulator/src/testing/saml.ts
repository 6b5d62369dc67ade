import { createServer, type Server } from 'node:http'
import { promisify } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { XMLSerializer } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { decrypt } from 'xml-encryption'

import { makeSigningKeys, type SamlProviderConfig, type SigningKeys, type Simulator } from '../index.ts'
import { signQuery, signXml, verifyQuery } from '../saml/signatures.ts'
import { childrenOf, parseXml } from '../saml/xml.ts'
import { type Browser, formOf, openBrowser } from './browser.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signature = 'http://www.w3.org/2000/09/xmldsig#'

export const spEntityId = 'http://127.0.0.1:9/sp'
export const acsUrl = 'http://127.0.0.1:9/saml/acs'
export const sloUrl = 'http://127.0.0.1:9/saml/slo'
export const eve = { username: 'eve@acme.example', password: 'correct horse' }

export function samlConfig(change: Partial<SamlProviderConfig> = {}): SamlProviderConfig {
  return {
    id: 'plain',
    kind: 'saml',
    flavour: 'plain',
    name: 'Acme SAML',
    people: [
      {
        ...eve,
        name: 'Eve <Polastri>',
        givenName: 'Eve',
        familyName: 'Polastri',
        email: 'eve.polastri@acme.example',
        groups: ['Administrators', 'Sales'],
      },
      { username: 'mia@acme.example', password: 'battery staple', name: 'Mia', email: 'mia@acme.example' },
    ],
    serviceProviders: [],
    ...change,
  }
}

export const hourMs = 3600_000
const validity = { from: new Date(Date.now() - hourMs), to: new Date(Date.now() + 24 * hourMs) }
export const newKeys = (name: string): Promise<SigningKeys> => makeSigningKeys(name, validity)

/** What a service provider publishes about itself. */
export function spMetadata(
  keys: SigningKeys,
  {
    entityId = spEntityId,
    sloBindings = ['Redirect'],
    consumer = acsUrl,
  }: { entityId?: string; sloBindings?: ('Redirect' | 'POST')[]; consumer?: string } = {},
): string {
  const base64 = keys.certificate.replace(/-----[^-]+-----|\s/g, '')
  const key = (use: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${signature}"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const slo = (binding: string) =>
    `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}" Location="${sloUrl}"/>`
  return `<?xml version="1.0"?>
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
      <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${protocol}">
        ${key('signing')}${key('encryption')}
        ${sloBindings.map(slo).join('')}
        <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}" index="0" isDefault="true"/>
      </md:SPSSODescriptor>
    </md:EntityDescriptor>`
}

/** Serves a metadata file that a test may change; counts who asks. */
export async function serveMetadata(text: string) {
  const state = { text, asked: 0 }
  const server: Server = createServer((_request, response) => {
    state.asked += 1
    response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(state.text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metadata`
  return { state, url, stop: () => void server.close() }
}

/** A service provider that asks as the standard says, and looks at the answers with plain cryptography. */
export function samlServiceProvider(
  simulator: Simulator,
  providerId: string,
  keys: SigningKeys,
  entityId = spEntityId,
) {
  const metadata = async () => parseXml(await (await fetch(`${simulator.url}/saml/${providerId}/metadata`)).text())

  async function endpoint(name: 'SingleSignOnService' | 'SingleLogoutService', binding: 'Redirect' | 'POST') {
    const all = Array.from((await metadata()).getElementsByTagNameNS('*', name))
    const found = all.find((each) => each.getAttribute('Binding')?.endsWith(`HTTP-${binding}`))
    return found?.getAttribute('Location') ?? ''
  }

  /** The certificates of the IDPSSODescriptor, in PEM. */
  async function certificates(): Promise<string[]> {
    const role = (await metadata()).getElementsByTagNameNS('*', 'IDPSSODescriptor')[0]!
    return Array.from(role.getElementsByTagNameNS(signature, 'X509Certificate')).map(
      (each) => `-----BEGIN CERTIFICATE-----\n${each.textContent}\n-----END CERTIFICATE-----`,
    )
  }

  type Asked = {
    inside?: string
    attributes?: string
    binding?: 'Redirect' | 'POST'
    unsigned?: boolean
    relayState?: string
    consumer?: string
  }

  /** Sends an AuthnRequest; the browser is then on the login page, or already back with a form for the ACS. */
  async function ask(
    browser: Browser,
    { inside = '', attributes = '', binding = 'Redirect', unsigned, relayState = 'rs', consumer = acsUrl }: Asked = {},
  ) {
    const destination = await endpoint('SingleSignOnService', binding)
    const id = `_${crypto.randomUUID()}`
    const text = `<samlp:AuthnRequest xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}" AssertionConsumerServiceURL="${consumer}"${attributes}><saml:Issuer>${entityId}</saml:Issuer>${inside}</samlp:AuthnRequest>`
    const sent = await deliver(browser, {
      text,
      binding,
      destination,
      kind: 'SAMLRequest',
      relayState,
      unsigned: unsigned === true,
    })
    return { id, ...sent }
  }

  type Message = {
    text: string
    binding: 'Redirect' | 'POST'
    destination: string
    kind: 'SAMLRequest' | 'SAMLResponse'
    relayState: string
    unsigned: boolean
  }

  async function deliver(browser: Browser, { text, binding, destination, kind, relayState, unsigned }: Message) {
    if (binding === 'POST') {
      const signed = unsigned ? text : signXml(text, keys)
      const fields = { [kind]: Buffer.from(signed).toString('base64'), RelayState: relayState }
      return browser.follow(await browser.post(destination, fields), destination)
    }
    const query = `${kind}=${encodeURIComponent(deflateRawSync(text).toString('base64'))}&RelayState=${encodeURIComponent(relayState)}`
    const address = `${destination}?${unsigned ? query : signQuery(query, keys)}`
    return browser.follow(await browser.go(address), address)
  }

  /** The whole way, up to what the browser would post to the ACS. */
  async function signIn(asked: Asked = {}, person = eve, browser = openBrowser()) {
    const login = await ask(browser, asked)
    const first = formOf(await login.response.text())
    if (first.action === acsUrl) return { browser, id: login.id, ...posted(first) }
    const answer = await browser.post(new URL(first.action, login.address).href, person)
    return { browser, id: login.id, status: answer.status, ...posted(formOf(await answer.text())) }
  }

  function posted({ action, fields }: { action: string; fields: Record<string, string> }) {
    return {
      action,
      relayState: fields['RelayState'],
      xml: Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8'),
    }
  }

  async function sendLogout(
    browser: Browser,
    {
      nameId,
      sessionIndex,
      binding = 'Redirect',
      unsigned = false,
    }: { nameId: string; sessionIndex: string; binding?: 'Redirect' | 'POST'; unsigned?: boolean },
  ) {
    const destination = await endpoint('SingleLogoutService', binding)
    const id = `_${crypto.randomUUID()}`
    const text = `<samlp:LogoutRequest xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}"><saml:Issuer>${entityId}</saml:Issuer>${nameId}<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex></samlp:LogoutRequest>`
    return {
      id,
      ...(await deliver(browser, { text, binding, destination, kind: 'SAMLRequest', relayState: 'out', unsigned })),
    }
  }

  async function sendLogoutResponse(browser: Browser, inResponseTo: string) {
    const destination = await endpoint('SingleLogoutService', 'Redirect')
    const text = `<samlp:LogoutResponse xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}" InResponseTo="${inResponseTo}"><saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`
    return deliver(browser, {
      text,
      binding: 'Redirect',
      destination,
      kind: 'SAMLResponse',
      relayState: '',
      unsigned: false,
    })
  }

  return { metadata, certificates, ask, signIn, sendLogout, sendLogoutResponse }
}

/** The message in the query of an address, and whether a certificate of `certificates` signed that query. */
export function messageIn(address: string, certificates: string[]) {
  const { searchParams, search } = new URL(address)
  const encoded = searchParams.get('SAMLRequest') ?? searchParams.get('SAMLResponse') ?? ''
  const text = inflateRawSync(Buffer.from(encoded, 'base64')).toString('utf8')
  return { root: parseXml(text), relayState: searchParams.get('RelayState'), signed: verifyQuery(search, certificates) }
}

/** Which elements of a message a certificate signed, by local name; the rest is unsigned or signed by others. */
export function signedParts(text: string, certificates: string[]): string[] {
  const root = parseXml(text)
  const found = Array.from(root.getElementsByTagNameNS(signature, 'Signature'))
  return found.flatMap((each) => {
    const parent = each.parentNode as Element
    const valid = certificates.some((certificate) => {
      const check = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null })
      check.loadSignature(each)
      try {
        const covers = check.getReferences()[0]?.uri === `#${parent.getAttribute('ID')}`
        return covers && check.checkSignature(text)
      } catch {
        return false
      }
    })
    return valid ? [parent.localName] : []
  })
}

function markupOf(element: Element | undefined): string {
  return element === undefined ? '' : new XMLSerializer().serializeToString(element)
}

export const decrypted = (text: string, key: string) => {
  const data = parseXml(text).getElementsByTagNameNS('http://www.w3.org/2001/04/xmlenc#', 'EncryptedData')[0]!
  return promisify<string, { key: string }, string>(decrypt)(markupOf(data), { key })
}

/** The content of a response, unverified: of its first assertion if there are several. */
export function readResponse(text: string) {
  const root = parseXml(text)
  const first = (name: string) => root.getElementsByTagNameNS('*', name)[0]
  const value = (name: string, attribute: string) => first(name)?.getAttribute(attribute) || undefined
  const attributes = Array.from(root.getElementsByTagNameNS(assertion, 'Attribute')).map((each) => [
    each.getAttribute('Name') ?? '',
    childrenOf(each, assertion, 'AttributeValue').map((one) => one.textContent),
  ])
  return {
    root,
    status: Array.from(root.getElementsByTagNameNS(protocol, 'StatusCode')).map((each) =>
      each.getAttribute('Value')?.split(':').at(-1),
    ),
    issuers: Array.from(root.getElementsByTagNameNS(assertion, 'Issuer')).map((each) => each.textContent),
    destination: root.getAttribute('Destination'),
    inResponseTo: [root.getAttribute('InResponseTo') || undefined, value('SubjectConfirmationData', 'InResponseTo')],
    recipient: value('SubjectConfirmationData', 'Recipient'),
    audience: first('Audience')?.textContent,
    nameId: first('NameID')?.textContent,
    nameIdXml: markupOf(first('NameID')),
    nameIdFormat: value('NameID', 'Format'),
    sessionIndex: value('AuthnStatement', 'SessionIndex') ?? '',
    issueInstant: Date.parse(root.getAttribute('IssueInstant') ?? ''),
    notBefore: Date.parse(value('Conditions', 'NotBefore') ?? ''),
    attributes: Object.fromEntries(attributes) as Record<string, string[]>,
  }
}
