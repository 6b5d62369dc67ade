import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

const xs = { samlp: 'urn:oasis:names:tc:SAML:2.0:protocol', saml: 'urn:oasis:names:tc:SAML:2.0:assertion' }
const ds = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A SAML provider that writes canonical XML to begin with, so that signing takes a hash and one RSA operation. */
export function samlProvider({ entityId, domain }) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    entityId,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    /** The person signs in: the form that the provider's page posts to the assertion consumer service. */
    respond(url, person, { acsUrl, audience }) {
      const query = new URL(url).searchParams
      const request = inflateRawSync(Buffer.from(query.get('SAMLRequest'), 'base64')).toString()
      const inResponseTo = /\bID="([^"]+)"/.exec(request)[1]
      const xml = response({ entityId, person: `${person}@${domain}`, acsUrl, audience, inResponseTo, privateKey })
      return new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: query.get('RelayState'),
      })
    },
  }
}

function response({ entityId, person, acsUrl, audience, inResponseTo, privateKey }) {
  const id = () => `_${randomBytes(16).toString('hex')}`
  const at = (secs) => new Date(Date.now() + secs * 1000).toISOString()
  const assertionId = id()
  const attribute = (name, value) =>
    `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  const issuer = `<saml:Issuer>${entityId}</saml:Issuer>`
  const begin = `<saml:Assertion xmlns:saml="${xs.saml}" ID="${assertionId}" IssueInstant="${at(0)}" Version="2.0">${issuer}`
  const rest =
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">${person}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ` +
    `InResponseTo="${inResponseTo}" NotOnOrAfter="${at(300)}" Recipient="${acsUrl}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60)}" NotOnOrAfter="${at(300)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${id()}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attribute('groups', 'staff')}${attribute('displayName', person)}</saml:AttributeStatement>` +
    `</saml:Assertion>`
  const digest = createHash('sha256')
    .update(begin + rest)
    .digest('base64')
  const signedInfo =
    `<ds:SignedInfo xmlns:ds="${ds}"><ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${assertionId}"><ds:Transforms><ds:Transform Algorithm="${ds}enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms><ds:DigestMethod ` +
    `Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue>` +
    `</ds:Reference></ds:SignedInfo>`
  const value = sign('sha256', Buffer.from(signedInfo), privateKey).toString('base64')
  const signature =
    `<ds:Signature xmlns:ds="${ds}">${signedInfo.replace(` xmlns:ds="${ds}"`, '')}` +
    `<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  return (
    `<samlp:Response xmlns:samlp="${xs.samlp}" Destination="${acsUrl}" ID="${id()}" InResponseTo="${inResponseTo}" ` +
    `IssueInstant="${at(0)}" Version="2.0"><saml:Issuer xmlns:saml="${xs.saml}">${entityId}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>` +
    `${begin}${signature}${rest}</samlp:Response>`
  )
}
