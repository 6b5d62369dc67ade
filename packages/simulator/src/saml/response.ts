import type { CheckedPerson } from '../config/checked.ts'
import { type AssertionParts, assertionOf, instant, newId } from './assertion.ts'
import { encryptXml } from './encryption.ts'
import type { SigningKeys } from './make-certificate.ts'
import { namespaces, statusUris, type StatusName } from './names.ts'
import { nameIdOf } from './person.ts'
import { type Hash, signXml } from './signatures.ts'
import type { SamlSwitches } from './switches.ts'
import { attribute, raw, xml, type Xml } from './xml.ts'

export type ResponseDeps = { keys: SigningKeys; lies: SamlSwitches; encryptFor: string | undefined }

const elsewhere = 'https://elsewhere.example'

/** The Response to a sign-in, signed and encrypted as the provider's configuration says. */
export async function responseOf(parts: AssertionParts, { keys, lies, encryptFor }: ResponseDeps): Promise<string> {
  const { sign } = parts.config
  const hash: Hash = lies.sha1 ? 'sha1' : 'sha256'
  const told = lies.otherPerson ? asAnother(parts) : parts
  const plain = assertionOf(told, lies).markup
  const signs = !lies.unsignedAssertion && (sign !== 'response' || lies.wrapped)
  const assertion = signs ? signXml(plain, keys, hash) : plain
  const forged = lies.wrapped ? assertionOf(asAnother(parts), lies).markup : ''
  const content =
    encryptFor === undefined
      ? `${forged}${assertion}`
      : `${forged}<saml:EncryptedAssertion xmlns:saml="${namespaces.assertion}">${await encryptXml(assertion, encryptFor)}</saml:EncryptedAssertion>`
  const response = responseXml(parts, statusXml('Success'), raw(content), lies).markup
  const whole =
    !lies.unsignedAssertion && !lies.wrapped && sign !== 'assertion' ? signXml(response, keys, hash) : response
  return lies.badXml ? whole.slice(0, Math.floor(whole.length / 2)) : whole
}

type Failed = Pick<AssertionParts, 'issuer' | 'recipient' | 'inResponseTo' | 'now'>

/** A Response without assertion: why the sign-in failed. */
export function failedResponse(
  parts: Failed,
  second: StatusName | undefined,
  message: string,
  { keys, lies }: Omit<ResponseDeps, 'encryptFor'>,
): string {
  const text = responseXml(parts, statusXml('Responder', second, message), undefined, lies).markup
  return lies.unsignedAssertion ? text : signXml(text, keys, lies.sha1 ? 'sha1' : 'sha256')
}

function responseXml(parts: Failed, status: Xml, content: Xml | undefined, lies: SamlSwitches): Xml {
  const inResponseTo = parts.inResponseTo !== undefined && lies.wrongInResponseTo ? newId() : parts.inResponseTo
  return xml`
    <samlp:Response xmlns:samlp="${namespaces.protocol}" ID="${newId()}" Version="2.0"
      IssueInstant="${instant(parts.now)}"
      Destination="${lies.wrongDestination ? `${elsewhere}/acs` : parts.recipient}"${attribute('InResponseTo', inResponseTo)}>
      <saml:Issuer xmlns:saml="${namespaces.assertion}">${lies.wrongIssuer ? `${elsewhere}/idp` : parts.issuer}</saml:Issuer>
      ${status}
      ${content}
    </samlp:Response>`
}

export function statusXml(first: StatusName, second?: StatusName, message?: string): Xml {
  return xml`
    <samlp:Status>
      <samlp:StatusCode Value="${statusUris[first]}">${
        second === undefined ? undefined : xml`<samlp:StatusCode Value="${statusUris[second]}"/>`
      }</samlp:StatusCode>
      ${message === undefined ? undefined : xml`<samlp:StatusMessage>${message}</samlp:StatusMessage>`}
    </samlp:Status>`
}

/** The same assertion about another person of this provider: the most harmful forgery. */
function asAnother(parts: AssertionParts): AssertionParts {
  const { config, person, nameId, audience } = parts
  const other: CheckedPerson = config.people.find((each) => each.subject !== person.subject) ?? {
    ...person,
    subject: `${person.subject}-other`,
    username: `other.${person.username}`,
  }
  const told = nameId === undefined ? undefined : nameIdOf(config, other, config.nameIdFormat, audience)
  return { ...parts, person: other, nameId: told }
}
