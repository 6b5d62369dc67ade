import type { NameIdFormat, SamlBinding, SamlFlavour } from '../config/shape.ts'

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

export const bindingUris: Record<SamlBinding, string> = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
}

/** Two of the four are SAML 1.1's. */
export const nameIdFormatUris: Record<NameIdFormat, string> = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
}

const status = 'urn:oasis:names:tc:SAML:2.0:status:'
export const statusUris = {
  Success: `${status}Success`,
  Requester: `${status}Requester`,
  Responder: `${status}Responder`,
  AuthnFailed: `${status}AuthnFailed`,
  InvalidNameIDPolicy: `${status}InvalidNameIDPolicy`,
  NoAuthnContext: `${status}NoAuthnContext`,
  NoPassive: `${status}NoPassive`,
  PartialLogout: `${status}PartialLogout`,
  UnknownPrincipal: `${status}UnknownPrincipal`,
} as const
export type StatusName = keyof typeof statusUris

export const passwordContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'

/** How each flavour describes the authentication method. */
export const contextByFlavour: Record<SamlFlavour, string> = {
  plain: passwordContext,
  adfs: passwordContext,
  salesforce: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
}
