import * as v from 'valibot'

import { publicKeyText } from '../../kit/keys/public-key-text.ts'
import { isHttpAddress } from '../../kit/text/rules.ts'
import {
  clientAuthMethods,
  clientEncryptionCiphers,
  clientLogoutBindings,
  clientNameIdFormats,
  clientRefreshLives,
} from './fields.ts'

export * from './fields.ts'

export const clientAddressLengthMax = 2000
/** Redirect URIs of one registration, and addresses that a logout may lead to. */
export const metadataTextMax = 1_000_000
export const clientRedirectsMax = 20
/** Public keys of an OpenID client, or signing certificates of a service provider: the current one and the next one. */
export const clientKeysMax = 2
export const clientKeyLengthMax = 8192
export const entityIdLengthMax = 1024
/** How long a replaced client secret still counts. */
export const clientSecretOverlapHours = 24

/** https anywhere; http only on the machine of the browser (RFC 8252 section 7.3), where 127.0.0.0/8 is (RFC 1122). */
export function isClientAddress(text: string): boolean {
  if (!isHttpAddress(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname)
}

const Address = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(clientAddressLengthMax, 'TOO_LONG'),
  v.check(isClientAddress, 'CLIENT_ADDRESS'),
)
const Addresses = v.pipe(
  v.array(Address),
  v.maxLength(clientRedirectsMax, 'CLIENT_ADDRESSES_TOO_MANY'),
  v.check((all) => new Set(all).size === all.length, 'CLIENT_ADDRESS_TWICE'),
)

/** Each with any text around it; the output is only the PEM. The server checks whether it is usable. */
const Pems = v.optional(
  v.pipe(
    v.array(
      v.pipe(
        publicKeyText({ tooLong: 'TOO_LONG', isPrivate: 'KEY_PRIVATE' }),
        v.check((text) => text.length <= clientKeyLengthMax, 'TOO_LONG'),
      ),
    ),
    v.maxLength(clientKeysMax, 'CLIENT_KEYS_TOO_MANY'),
  ),
  [],
)

const OpenidFields = v.strictObject({
  protocol: v.literal('openid'),
  redirectUris: v.pipe(Addresses, v.minLength(1, 'CLIENT_REDIRECT_REQUIRED')),
  postLogoutRedirectUris: v.optional(Addresses, []),
  /** Where the launcher sends a person (Core section 4); null: the launch address. */
  initiateLoginUri: v.optional(v.nullable(Address), null),
  backchannelLogoutUri: v.optional(v.nullable(Address), null),
  authMethod: v.optional(v.picklist(clientAuthMethods, 'INVALID_VALUE'), 'client_secret'),
  /** For `private_key_jwt`: SPKI in PEM, or where the client's key set is. */
  publicKeys: Pems,
  jwksUri: v.optional(v.nullable(Address), null),
  /** false: an authorization request without PKCE is accepted if it has a nonce (RFC 9700 section 2.1.1). */
  requirePkce: v.optional(v.boolean(), true),
  /** Only tokens bound to a key of the client are issued (RFC 9449). */
  dpopBound: v.optional(v.boolean(), false),
  /** For requests with the scope offline_access. */
  refreshTokens: v.optional(v.picklist(clientRefreshLives, 'INVALID_VALUE'), 'none'),
})

/** An OpenID client (OpenID Connect Dynamic Client Registration section 2, RP-Initiated and Back-Channel Logout). */
export const OpenidClientConfig = v.pipe(
  OpenidFields,
  v.forward(
    v.partialCheck(
      [['publicKeys'], ['jwksUri']],
      ({ publicKeys, jwksUri }) => publicKeys.length === 0 || jwksUri === null,
      'CLIENT_KEYS_TWO_SOURCES',
    ),
    ['jwksUri'],
  ),
  v.forward(
    v.partialCheck(
      [['authMethod'], ['publicKeys'], ['jwksUri']],
      ({ authMethod, publicKeys, jwksUri }) =>
        authMethod !== 'private_key_jwt' || publicKeys.length > 0 || jwksUri !== null,
      'CLIENT_KEY_REQUIRED',
    ),
    ['publicKeys'],
  ),
  v.forward(
    v.partialCheck(
      [['authMethod'], ['requirePkce']],
      ({ authMethod, requirePkce }) => requirePkce || authMethod !== 'none',
      'CLIENT_PKCE_PUBLIC',
    ),
    ['requirePkce'],
  ),
)
export type OpenidClientConfig = v.InferOutput<typeof OpenidClientConfig>

const SamlFields = v.strictObject({
  protocol: v.literal('saml'),
  entityId: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('REQUIRED'),
    v.maxLength(entityIdLengthMax, 'TOO_LONG'),
    v.regex(/^[!-~]+$/, 'INVALID_VALUE'),
  ),
  /** Assertion consumer services with the POST binding; the first is the default. */
  acsUrls: v.pipe(Addresses, v.minLength(1, 'CLIENT_REDIRECT_REQUIRED')),
  nameIdFormat: v.optional(v.picklist(clientNameIdFormats, 'INVALID_VALUE'), 'persistent'),
  /**
   * The application does not identify people by their e-mail address: it gets every address, not only those in a domain of the
   * person's identity provider.
   */
  anyEmail: v.optional(v.boolean(), false),
  sloUrl: v.optional(v.nullable(Address), null),
  sloBinding: v.optional(v.picklist(clientLogoutBindings, 'INVALID_VALUE'), 'redirect'),
  /** Where answers to its logout requests go; null: `sloUrl`. */
  sloResponseUrl: v.optional(v.nullable(Address), null),
  /** Where it takes logout requests by SOAP, from server to server. */
  sloSoapUrl: v.optional(v.nullable(Address), null),
  signingCertificates: Pems,
  /** Requests without a signature of one of the certificates are refused. */
  requestsSigned: v.optional(v.boolean(), false),
  /** Ignores the authentication contexts that a request asks for (SAML 2.0 Core section 3.3.2.2.1). */
  ignoreRequestedContext: v.optional(v.boolean(), false),
  /** Assertions are encrypted for the first certificate, which needs its own setting: metadata cannot ask for it. */
  encryptAssertions: v.optional(v.boolean(), false),
  encryptionCertificates: Pems,
  encryptionCipher: v.optional(v.picklist(clientEncryptionCiphers, 'INVALID_VALUE'), 'aes256-gcm'),
})

/** A SAML service provider (SAML 2.0 Metadata section 2.4.4). */
export const SamlClientConfig = v.pipe(
  SamlFields,
  v.forward(
    v.partialCheck(
      [['requestsSigned'], ['signingCertificates']],
      ({ requestsSigned, signingCertificates }) => !requestsSigned || signingCertificates.length > 0,
      'CLIENT_CERTIFICATE_REQUIRED',
    ),
    ['signingCertificates'],
  ),
  v.forward(
    v.partialCheck(
      [['encryptAssertions'], ['encryptionCertificates']],
      ({ encryptAssertions, encryptionCertificates }) => !encryptAssertions || encryptionCertificates.length > 0,
      'CLIENT_ENCRYPTION_CERTIFICATE_REQUIRED',
    ),
    ['encryptionCertificates'],
  ),
  v.forward(
    v.partialCheck(
      [['anyEmail'], ['nameIdFormat']],
      ({ anyEmail, nameIdFormat }) => !anyEmail || nameIdFormat !== 'emailAddress',
      'CLIENT_ANY_EMAIL',
    ),
    ['anyEmail'],
  ),
)
export type SamlClientConfig = v.InferOutput<typeof SamlClientConfig>

/** How an application signs people in at Portico in one environment. */
export const ClientConfig = v.variant('protocol', [OpenidClientConfig, SamlClientConfig])
export type ClientConfig = v.InferOutput<typeof ClientConfig>
export type ClientConfigInput = v.InferInput<typeof ClientConfig>

/** Whether an application identifies people by the e-mail address that their provider claims. */
export function identifiesByEmail(config: { readonly protocol: string; readonly nameIdFormat?: string }): boolean {
  return config.protocol === 'saml' && config.nameIdFormat === 'emailAddress'
}

/** Whether a client authenticates with a secret that Portico makes. */
export function usesClientSecret(config: Pick<ClientConfig, 'protocol'> & { readonly authMethod?: string }): boolean {
  return config.authMethod?.startsWith('client_secret') === true
}
