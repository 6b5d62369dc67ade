import { instant, nameIdXml, newId } from './assertion.ts'
import { namespaces, type StatusName } from './names.ts'
import type { NameId } from './person.ts'
import { statusXml } from './response.ts'
import type { Incoming } from './incoming.ts'
import { attribute, attributeOf, childOf, childrenOf, textOf, xml } from './xml.ts'

type Head = { issuer: string; destination: string; now: number }

/** A LogoutRequest to one service provider; answers its ID as well. */
export function logoutRequest(
  { issuer, destination, now }: Head,
  { nameId, sessionIndex }: { nameId: NameId; sessionIndex: string },
): { id: string; text: string } {
  const id = newId()
  const text = xml`
    <samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}"
      Version="2.0" IssueInstant="${instant(now)}" NotOnOrAfter="${instant(now + 300_000)}" Destination="${destination}">
      <saml:Issuer>${issuer}</saml:Issuer>
      ${nameIdXml(nameId)}
      <samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>
    </samlp:LogoutRequest>`.markup
  return { id, text }
}

export function logoutResponse(
  { issuer, destination, now }: Head,
  { inResponseTo, status, second }: { inResponseTo: string; status: StatusName; second: StatusName | undefined },
): string {
  return xml`
    <samlp:LogoutResponse xmlns:samlp="${namespaces.protocol}" ID="${newId()}" Version="2.0"
      IssueInstant="${instant(now)}" Destination="${destination}"${attribute('InResponseTo', inResponseTo)}>
      <saml:Issuer xmlns:saml="${namespaces.assertion}">${issuer}</saml:Issuer>
      ${statusXml(status, second)}
    </samlp:LogoutResponse>`.markup
}

export type AskedLogout = { nameId: NameId & { nameQualifier: string | undefined }; sessionIndexes: string[] }

/** Whom a LogoutRequest means. Throws Error without a NameID. */
export function readLogoutRequest({ root }: Incoming): AskedLogout {
  const found = childOf(root, namespaces.assertion, 'NameID')
  const value = textOf(found)
  if (found === undefined || value === undefined) throw new Error('The logout request does not name a person.')
  return {
    nameId: {
      value,
      format: attributeOf(found, 'Format') ?? '',
      spNameQualifier: attributeOf(found, 'SPNameQualifier'),
      nameQualifier: attributeOf(found, 'NameQualifier'),
    },
    sessionIndexes: childrenOf(root, namespaces.protocol, 'SessionIndex').flatMap((each) => textOf(each) ?? []),
  }
}
