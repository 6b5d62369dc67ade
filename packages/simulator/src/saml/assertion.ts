import { randomBytes } from 'node:crypto'

import type { CheckedPerson, CheckedSaml } from '../config/checked.ts'
import { contextByFlavour, namespaces } from './names.ts'
import { attributesOf, groupAttributes, type NameId, usernameAttributes } from './person.ts'
import type { SamlSwitches } from './switches.ts'
import { attribute, xml, type Xml } from './xml.ts'

/** Where assertions count from: ADFS says "now", others leave room for clocks that are behind. */
const earlierSecs = { plain: 30, adfs: 0, salesforce: 30 }
const lifeSecs = 300
const sessionSecs = 8 * 3600

export type AssertionParts = {
  config: CheckedSaml
  issuer: string
  person: CheckedPerson
  nameId: NameId | undefined
  audience: string
  recipient: string
  inResponseTo: string | undefined
  sessionIndex: string
  /** Milliseconds since 1970 as the provider's clock has it. */
  now: number
  signedInAt: number
}

const elsewhere = 'https://elsewhere.example'

/** One assertion, unsigned, with the false statements that the switches ask for. */
export function assertionOf(parts: AssertionParts, lies: SamlSwitches): Xml {
  const { config, issuer, person, nameId, now, signedInAt, sessionIndex } = parts
  const end = instant(now + lifeSecs * 1000)
  const left: string[] = lies.noUsername ? [...usernameAttributes[config.flavour]] : []
  if (lies.noGroups) left.push(groupAttributes[config.flavour])
  const attributes = attributesOf(config, person).filter(({ name }) => !left.includes(name))
  return xml`
    <saml:Assertion xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${instant(now)}">
      <saml:Issuer>${lies.wrongIssuer ? `${elsewhere}/idp` : issuer}</saml:Issuer>
      <saml:Subject>
        ${nameId === undefined || lies.noNameId ? undefined : nameIdXml(nameId)}
        <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
          <saml:SubjectConfirmationData NotOnOrAfter="${end}"
            Recipient="${lies.wrongRecipient ? `${elsewhere}/acs` : parts.recipient}"${attribute(
              'InResponseTo',
              lies.wrongInResponseTo ? newId() : parts.inResponseTo,
            )}/>
        </saml:SubjectConfirmation>
      </saml:Subject>
      <saml:Conditions NotBefore="${instant(now - earlierSecs[config.flavour] * 1000)}" NotOnOrAfter="${end}">
        <saml:AudienceRestriction>
          <saml:Audience>${lies.wrongAudience ? `${elsewhere}/sp` : parts.audience}</saml:Audience>
        </saml:AudienceRestriction>
      </saml:Conditions>
      <saml:AuthnStatement AuthnInstant="${instant(signedInAt - lies.oldAuthnSecs * 1000)}" SessionIndex="${sessionIndex}"
        SessionNotOnOrAfter="${instant(now + sessionSecs * 1000)}">
        <saml:AuthnContext>
          <saml:AuthnContextClassRef>${contextByFlavour[config.flavour]}</saml:AuthnContextClassRef>
        </saml:AuthnContext>
      </saml:AuthnStatement>
      ${attributes.length === 0 ? undefined : xml`<saml:AttributeStatement>${attributes.map(attributeXml)}</saml:AttributeStatement>`}
    </saml:Assertion>`
}

export function nameIdXml({ format, value, spNameQualifier }: NameId): Xml {
  return xml`<saml:NameID Format="${format}"${attribute('SPNameQualifier', spNameQualifier)}>${value}</saml:NameID>`
}

function attributeXml({ name, values }: { name: string; values: string[] }): Xml {
  const format = name.includes('://') ? 'uri' : 'basic'
  return xml`
    <saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${format}">
      ${values.map((each) => xml`<saml:AttributeValue>${each}</saml:AttributeValue>`)}
    </saml:Attribute>`
}

/** Ids are XML names, which do not begin with a digit. */
export function newId(): string {
  return `_${randomBytes(16).toString('hex')}`
}

export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
