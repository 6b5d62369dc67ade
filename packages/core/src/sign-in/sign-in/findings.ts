import type { SignInCheckId } from './checks.ts'

/** The codes a person sees; the catalogue has a sentence for each. */
export type SignInCode =
  | 'SIGN_IN_EXPIRED'
  | 'SIGN_IN_OTHER_BROWSER'
  | 'IDP_ERROR'
  | 'IDP_DENIED'
  | 'IDP_CERT_EXPIRED'
  | 'AUTH-001001'
  | 'USERNAME_SHAPE'
  | 'SIGN_IN_NOT_FRESH'
  | 'USERNAME_TAKEN'
  | 'USERNAME_REQUIRED'
  | 'PERSON_DEACTIVATED'
  | 'PERSON_INACTIVE_IN_DIRECTORY'
  | 'APPLICATION_REFUSED'

type Finding = { readonly check: SignInCheckId; readonly code: SignInCode }

const at = (check: SignInCheckId, code: SignInCode = 'IDP_ERROR'): Finding => ({ check, code })

/**
 * What can be wrong in a sign-in: the check it belongs to, and the code the person sees. words/server-and-terminal has the sentences
 * about what happened and what to do: `finding.<id>` and `finding.<id>.todo`, with the evidence as values.
 */
export const findings = {
  // The attempt itself, whatever the provider's type.
  'provider-disabled': at('provider', 'SIGN_IN_EXPIRED'),
  'provider-changed': at('provider', 'SIGN_IN_EXPIRED'),
  'provider-misconfigured': at('provider'),
  'draft-changed': at('provider', 'SIGN_IN_EXPIRED'),
  'request-unknown': at('request', 'SIGN_IN_EXPIRED'),
  'request-used': at('request', 'SIGN_IN_EXPIRED'),
  'browser-other': at('browser', 'SIGN_IN_OTHER_BROWSER'),
  'answer-denied': at('answer', 'IDP_DENIED'),
  'answer-error': at('answer'),
  'answer-other-way': at('answer'),
  'answer-late': at('answer'),
  'authentication-old': at('time', 'SIGN_IN_NOT_FRESH'),
  'authentication-unknown': at('time'),
  'authentication-not-requested': at('time'),
  'unsolicited-off': at('in-response-to'),
  'subject-missing': at('subject'),
  'username-missing': at('username'),
  'username-dropped': at('username', 'AUTH-001001'),
  'username-foreign': at('username-format', 'AUTH-001001'),
  'username-no-domain': at('username-format', 'AUTH-001001'),
  'username-no-formats': at('username-format', 'AUTH-001001'),
  'groups-claim-missing': at('groups'),
  'groups-none': at('groups'),
  'groups-unreadable': at('groups'),
  'groups-dropped': at('groups'),
  'groups-transforms-long': at('groups'),
  'groups-unmapped': at('groups'),
  'username-taken': at('user', 'USERNAME_TAKEN'),
  'user-deactivated': at('user', 'PERSON_DEACTIVATED'),
  'user-inactive-in-directory': at('user', 'PERSON_INACTIVE_IN_DIRECTORY'),

  // A request of an application.
  'application-unknown': at('application', 'APPLICATION_REFUSED'),
  'application-address': at('application', 'APPLICATION_REFUSED'),
  'application-request': at('application', 'APPLICATION_REFUSED'),
  'application-pkce': at('application', 'APPLICATION_REFUSED'),
  'application-client': at('application', 'APPLICATION_REFUSED'),
  'application-access': at('application', 'APPLICATION_REFUSED'),
  'application-session': at('application', 'APPLICATION_REFUSED'),
  'application-name-policy': at('application', 'APPLICATION_REFUSED'),
  'application-context': at('application', 'APPLICATION_REFUSED'),
  'application-email': at('application', 'APPLICATION_REFUSED'),
  'application-not-fresh': at('application', 'APPLICATION_REFUSED'),

  // OpenID Connect.
  'discovery-failed': at('discovery'),
  'discovery-issuer': at('discovery'),
  'answer-awaited': at('answer'),
  'iss-parameter': at('answer'),
  'code-missing': at('answer'),
  'answer-with-tokens': at('answer'),
  'push-required': at('answer'),
  'push-refused': at('answer'),
  'dpop-required': at('token-endpoint'),
  'token-refused': at('token-endpoint'),
  'token-secret-wrong': at('token-endpoint'),
  'token-auth-other': at('token-endpoint'),
  'token-unreachable': at('token-endpoint'),
  'keys-unreachable': at('id-token-signature'),
  'key-unknown': at('id-token-signature'),
  'algorithm-other': at('id-token-signature'),
  'secret-too-short': at('id-token-signature'),
  'signature-wrong': at('id-token-signature'),
  'signature-not-checked': at('id-token-signature'),
  'id-token-malformed': at('id-token-claims'),
  'issuer-wrong': at('id-token-claims'),
  'audience-wrong': at('id-token-claims'),
  'authorized-party-wrong': at('id-token-claims'),
  'token-expired': at('id-token-claims'),
  'token-future': at('id-token-claims'),
  'nonce-wrong': at('id-token-claims'),
  'access-token-hash-wrong': at('id-token-claims'),
  'userinfo-failed': at('userinfo'),
  'userinfo-subject': at('userinfo'),
  'groups-elsewhere': at('groups'),
  'logout-token-malformed': at('message'),
  'logout-token-replayed': at('replay'),

  // Azure AD.
  'azure-tenant-wrong': at('id-token-claims'),
  'azure-version-wrong': at('id-token-claims'),
  'azure-secret-expired': at('token-endpoint'),
  'graph-no-permission': at('graph'),
  'graph-failed': at('graph'),
  'graph-names-missing': at('graph'),
  'groups-too-many': at('graph'),

  // SAML 2.0.
  'saml-answer-awaited': at('answer'),
  'saml-message-missing': at('message'),
  'saml-message-too-large': at('message'),
  'saml-message-unreadable': at('message'),
  'saml-message-forbidden': at('message'),
  'saml-version': at('message'),
  'saml-assertion-count': at('message'),
  'saml-authn-statement': at('message'),
  'saml-status': at('status'),
  'saml-decryption-failed': at('decryption'),
  'saml-not-encrypted': at('decryption'),
  'saml-signature-missing': at('signature'),
  'saml-signature-layout': at('signature'),
  'saml-signature-algorithm': at('signature'),
  'saml-signature-wrong': at('signature'),
  'saml-certificate-other': at('certificate'),
  'saml-certificate-none': at('certificate'),
  'saml-certificate-expired': at('certificate', 'IDP_CERT_EXPIRED'),
  'saml-certificate-early': at('certificate'),
  'saml-certificate-extended': at('certificate'),
  'saml-issuer': at('issuer'),
  'saml-destination': at('destination'),
  'saml-audience': at('audience'),
  'saml-confirmation': at('confirmation'),
  'saml-recipient': at('confirmation'),
  'saml-in-response-to': at('in-response-to'),
  'saml-too-early': at('time'),
  'saml-too-late': at('time'),
  'saml-session-over': at('time'),
  'saml-conditions-missing': at('time'),
  'saml-replay': at('replay', 'SIGN_IN_EXPIRED'),
  'saml-metadata-failed': at('certificate'),
  'saml-subject-transient': at('subject'),
  'saml-groups-link': at('groups'),
  'saml-groups-attribute': at('groups'),
  'saml-groups-unmapped': at('groups'),
  'unsolicited-loop': at('in-response-to'),
} as const satisfies Readonly<Record<string, Finding>>

export type FindingId = keyof typeof findings

/** What a check saw, by name; never a secret, a token or a whole message. Texts are cut by the recorder. */
export type Evidence = Readonly<Record<string, string | number | boolean>>
