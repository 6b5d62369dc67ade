import type { FieldKind } from '../../kit/editing/fields-editor.ts'

/**
 * How an OpenID client authenticates at the token endpoint (OpenID Connect Core section 9). `client_secret`: by Basic or in the
 * body, as the client chooses. `none`: a public client.
 */
export const clientAuthMethods = [
  'client_secret',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/**
 * How long refresh tokens of an OpenID client are valid (OpenID Connect Core section 11): `none` are issued, until the portal `session`
 * ends, or a number of days from the sign-in.
 */
export const clientRefreshLives = ['none', 'session', '1d', '7d', '14d', '30d'] as const
export type ClientRefreshLife = (typeof clientRefreshLives)[number]

const daySecs = 86_400
/** Lifetimes in seconds of the refresh tokens that are not bound to the portal session. */
export const refreshTokenLifeSecs = {
  '1d': daySecs,
  '7d': 7 * daySecs,
  '14d': 14 * daySecs,
  '30d': 30 * daySecs,
} as const satisfies Record<Exclude<ClientRefreshLife, 'none' | 'session'>, number>

/** SAML 2.0 Core section 8.3; `unspecified` and `emailAddress` have names of SAML 1.1. */
export const clientNameIdFormats = ['persistent', 'emailAddress', 'unspecified'] as const
export type ClientNameIdFormat = (typeof clientNameIdFormats)[number]

export const clientLogoutBindings = ['redirect', 'post'] as const
export type ClientLogoutBinding = (typeof clientLogoutBindings)[number]

/** The first one where the application does not say. XML Encryption 1.1 section 5.2.4. */
export const clientEncryptionCiphers = ['aes256-gcm', 'aes128-gcm'] as const
export type ClientEncryptionCipher = (typeof clientEncryptionCiphers)[number]

type Field = {
  readonly name: string
  readonly kind: FieldKind
  /** The protocol of the field; absent: it is the choice between them. */
  readonly of?: 'openid' | 'saml'
  readonly choices?: readonly string[]
  readonly flag: string
}

/** The fields of a registration in the order of the form, for every face. */
export const clientFields = [
  { name: 'protocol', kind: 'choice', choices: ['none', 'openid', 'saml'], flag: 'protocol' },
  { name: 'redirectUris', kind: 'lines', of: 'openid', flag: 'redirect-uri' },
  { name: 'initiateLoginUri', kind: 'line', of: 'openid', flag: 'initiate-login-uri' },
  { name: 'postLogoutRedirectUris', kind: 'lines', of: 'openid', flag: 'post-logout-redirect-uri' },
  { name: 'backchannelLogoutUri', kind: 'line', of: 'openid', flag: 'backchannel-logout-uri' },
  { name: 'authMethod', kind: 'choice', of: 'openid', choices: clientAuthMethods, flag: 'auth-method' },
  { name: 'publicKeys', kind: 'pems', of: 'openid', flag: 'public-keys' },
  { name: 'jwksUri', kind: 'line', of: 'openid', flag: 'jwks-uri' },
  { name: 'requirePkce', kind: 'switch', of: 'openid', flag: 'require-pkce' },
  { name: 'dpopBound', kind: 'switch', of: 'openid', flag: 'dpop' },
  { name: 'refreshTokens', kind: 'choice', of: 'openid', choices: clientRefreshLives, flag: 'refresh-tokens' },
  { name: 'entityId', kind: 'line', of: 'saml', flag: 'entity-id' },
  { name: 'acsUrls', kind: 'lines', of: 'saml', flag: 'acs-url' },
  { name: 'nameIdFormat', kind: 'choice', of: 'saml', choices: clientNameIdFormats, flag: 'name-id-format' },
  { name: 'anyEmail', kind: 'switch', of: 'saml', flag: 'any-email' },
  { name: 'signingCertificates', kind: 'pems', of: 'saml', flag: 'certificates' },
  { name: 'requestsSigned', kind: 'switch', of: 'saml', flag: 'requests-signed' },
  { name: 'ignoreRequestedContext', kind: 'switch', of: 'saml', flag: 'ignore-requested-context' },
  { name: 'encryptAssertions', kind: 'switch', of: 'saml', flag: 'encrypt-assertions' },
  { name: 'encryptionCertificates', kind: 'pems', of: 'saml', flag: 'encryption-certificates' },
  { name: 'encryptionCipher', kind: 'choice', of: 'saml', choices: clientEncryptionCiphers, flag: 'encryption-cipher' },
  { name: 'sloUrl', kind: 'line', of: 'saml', flag: 'slo-url' },
  { name: 'sloBinding', kind: 'choice', of: 'saml', choices: clientLogoutBindings, flag: 'slo-binding' },
  { name: 'sloResponseUrl', kind: 'line', of: 'saml', flag: 'slo-response-url' },
  { name: 'sloSoapUrl', kind: 'line', of: 'saml', flag: 'slo-soap-url' },
] as const satisfies readonly Field[]

export type ClientField = (typeof clientFields)[number]
export type ClientFieldName = ClientField['name']
