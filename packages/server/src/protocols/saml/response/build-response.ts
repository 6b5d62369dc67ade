import { basicAttributeName, bearer, ns, statusPrefix } from '../names.ts'
import { signEnveloped } from '../signature/sign.ts'
import type { Outgoing, SamlNameId, SamlSelf } from '../types.ts'
import { xmlElement, xmlText } from '../xml/write.ts'
import { encryptAssertion, type AssertionEncryption } from './encrypt.ts'

/** How long an assertion may be used, and by how much the service provider's clock may be behind. */
const assertionLifeMs = 300_000
const clocksApartMs = 30_000

/** The person an assertion is about. */
export type AssertedPerson = {
  readonly nameId: SamlNameId
  readonly sessionIndex: string
  /** When the person signed in. */
  readonly authenticatedMs: number
  /** The absolute end of the session. */
  readonly sessionEndsMs: number
  /** AuthnContextClassRef. */
  readonly contextClass: string
  /** Values by name; an attribute without values is left out. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** Why a person is not signed in (core 3.2.2.2), below Requester or Responder. */
export type RefusalStatus =
  | 'NoPassive'
  | 'NoAuthnContext'
  | 'InvalidNameIDPolicy'
  | 'RequestDenied'
  | 'AuthnFailed'
  | 'UnknownPrincipal'

type Addressed = {
  readonly self: Pick<SamlSelf, 'entityId' | 'signing'>
  /** Id of the response. */
  readonly id: string
  /** The assertion consumer service. */
  readonly acsUrl: string
  /** Id of the AuthnRequest; null: the response was not asked for. */
  readonly inResponseTo: string | null
  readonly relayState: string | null
  readonly nowMs: number
}

type LoginResponse = Addressed & {
  readonly assertionId: string
  readonly audience: string
  readonly person: AssertedPerson
  /** Absent: the assertion is readable to the browser that carries it. */
  readonly encryption?: AssertionEncryption | undefined
}

/** A signed response with a signed assertion (core 3.3.3, profiles 4.1.4.2), for the POST binding. `audience`: an entity ID. */
export async function buildLoginResponse(o: LoginResponse): Promise<Outgoing> {
  const signed = signEnveloped(assertionXml(o), o.self.signing)
  const assertion = o.encryption === undefined ? signed : await encryptAssertion(signed, o.encryption)
  return responseOf(o, xmlElement('samlp:StatusCode', { Value: `${statusPrefix}Success` }), assertion)
}

/** A signed response that signs no one in. */
export function buildStatusResponse(o: Addressed & { readonly status: RefusalStatus }): Outgoing {
  const nested = xmlElement('samlp:StatusCode', { Value: `${statusPrefix}${o.status}` })
  const top = o.status === 'InvalidNameIDPolicy' ? 'Requester' : 'Responder'
  return responseOf(o, xmlElement('samlp:StatusCode', { Value: `${statusPrefix}${top}` }, nested), '')
}

function responseOf(o: Addressed, statusCode: string, assertion: string): Outgoing {
  const xml = xmlElement(
    'samlp:Response',
    {
      'xmlns:samlp': ns.protocol,
      'xmlns:saml': ns.assertion,
      ID: o.id,
      Version: '2.0',
      IssueInstant: at(o.nowMs),
      Destination: o.acsUrl,
      InResponseTo: o.inResponseTo ?? undefined,
    },
    xmlElement('saml:Issuer', {}, xmlText(o.self.entityId)),
    xmlElement('samlp:Status', {}, statusCode),
    assertion,
  )
  const SAMLResponse = Buffer.from(signEnveloped(xml, o.self.signing)).toString('base64')
  const fields = { SAMLResponse, ...(o.relayState === null ? {} : { RelayState: o.relayState }) }
  return { kind: 'post', action: o.acsUrl, fields }
}

function assertionXml(o: LoginResponse): string {
  const { person, nowMs } = o
  const until = at(nowMs + assertionLifeMs)
  return xmlElement(
    'saml:Assertion',
    { 'xmlns:saml': ns.assertion, ID: o.assertionId, Version: '2.0', IssueInstant: at(nowMs) },
    xmlElement('saml:Issuer', {}, xmlText(o.self.entityId)),
    xmlElement(
      'saml:Subject',
      {},
      nameIdXml(person.nameId),
      xmlElement(
        'saml:SubjectConfirmation',
        { Method: bearer },
        xmlElement('saml:SubjectConfirmationData', {
          NotOnOrAfter: until,
          Recipient: o.acsUrl,
          InResponseTo: o.inResponseTo ?? undefined,
        }),
      ),
    ),
    xmlElement(
      'saml:Conditions',
      { NotBefore: at(nowMs - clocksApartMs), NotOnOrAfter: until },
      xmlElement('saml:AudienceRestriction', {}, xmlElement('saml:Audience', {}, xmlText(o.audience))),
    ),
    xmlElement(
      'saml:AuthnStatement',
      {
        AuthnInstant: at(person.authenticatedMs),
        SessionIndex: person.sessionIndex,
        SessionNotOnOrAfter: at(person.sessionEndsMs),
      },
      xmlElement('saml:AuthnContext', {}, xmlElement('saml:AuthnContextClassRef', {}, xmlText(person.contextClass))),
    ),
    attributesXml(person.attributes),
  )
}

export function nameIdXml(nameId: SamlNameId): string {
  const { nameQualifier, spNameQualifier, format } = nameId
  return xmlElement(
    'saml:NameID',
    {
      NameQualifier: nameQualifier ?? undefined,
      SPNameQualifier: spNameQualifier ?? undefined,
      Format: format ?? undefined,
    },
    xmlText(nameId.value),
  )
}

function attributesXml(attributes: AssertedPerson['attributes']): string {
  const written = Object.entries(attributes).flatMap(([name, values]) => {
    if (values.length === 0) return []
    const inner = values.map((value) => xmlElement('saml:AttributeValue', {}, xmlText(value)))
    return xmlElement('saml:Attribute', { Name: name, NameFormat: basicAttributeName }, ...inner)
  })
  return written.length === 0 ? '' : xmlElement('saml:AttributeStatement', {}, ...written)
}

function at(ms: number): string {
  return new Date(ms).toISOString()
}
