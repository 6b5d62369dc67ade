import * as v from 'valibot'

import { publicKeyText } from '../../kit/keys/public-key-text.ts'
import { hasControls } from '../../kit/text/rules.ts'
import { Address, hasPlaceholder, Line } from './fields.ts'
import { transformEntries } from './transform-rules.ts'

/** Spec section 3, "name id format". */
export const nameIdFormats = ['persistent', 'emailAddress', 'unspecified'] as const
export type NameIdFormat = (typeof nameIdFormats)[number]

/** The names on the wire; two of the three are SAML 1.1's. */
export const nameIdFormatUrns: Readonly<Record<NameIdFormat, string>> = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
}

export const samlBindings = ['redirect', 'post'] as const
export type SamlBinding = (typeof samlBindings)[number]

export const signatureMethods = ['RSA-SHA256'] as const

/** Spec section 3, "requested authentication context … comparison". */
export const authnContextComparisons = ['exact', 'minimum', 'maximum', 'better'] as const

/** Seconds a provider's clock may differ from ours. */
export const slackSecsDefault = 120
export const slackSecsMax = 300

/** A certificate file or a bundle is far smaller; see fileBytesMax for uploads. */
export const certificateLengthMax = 20_000

const pem = /^-----BEGIN (CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----\s[A-Za-z0-9+/=\s]+\s-----END \1-----$/

/** One signing certificate, or a bare public key, with any text around it; the output is only the PEM. */
export const SigningCertificate = v.pipe(
  publicKeyText({ tooLong: 'TOO_LONG', isPrivate: 'CERTIFICATE_PRIVATE' }),
  v.check((text) => text.length <= certificateLengthMax, 'TOO_LONG'),
  v.check((text) => pem.test(text), 'CERTIFICATE_NOT_PEM'),
)

/** An entity id or the name of a claim: a URI or any other text without spaces. */
const Identifier = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(1024, 'TOO_LONG'),
  v.check((text) => !/\s/.test(text), 'IDENTIFIER_SPACES'),
  v.check((text) => !hasControls(text.replace(/\s/g, '')), 'TEXT_CHARACTERS'),
)

/** Names of the attributes in an assertion (spec section 3, "attribute mappings"); absent: not read. */
export const AttributeMappings = v.strictObject({
  firstName: v.optional(Line),
  lastName: v.optional(Line),
  email: v.optional(Line),
  displayName: v.optional(Line),
  /** Absent: the NameID is the username. */
  username: v.optional(Line),
  group: v.optional(Line),
})
export type AttributeMappings = v.InferOutput<typeof AttributeMappings>

/** Spec section 3, "SAML config", of all three SAML types. */
export const SamlConfig = v.pipe(
  v.strictObject({
    entityId: v.pipe(
      Identifier,
      v.check((text) => !hasPlaceholder(text), 'ADDRESS_PLACEHOLDER'),
    ),
    nameIdFormat: v.optional(v.picklist(nameIdFormats), 'unspecified'),
    /** Leaves NameIDPolicy out of requests, for providers that reject it. */
    omitNameIdPolicy: v.optional(v.boolean(), false),
    ssoUrl: Address,
    ssoBinding: v.optional(v.picklist(samlBindings), 'redirect'),
    sloUrl: v.optional(Address),
    sloBinding: v.optional(v.picklist(samlBindings), 'redirect'),
    /** Where logout answers go, if not to `sloUrl` (ResponseLocation in metadata). */
    sloResponseUrl: v.optional(Address),
    disableSlo: v.optional(v.boolean(), false),
    logoutRedirectUrl: v.optional(Address),
    signatureMethod: v.optional(v.picklist(signatureMethods), 'RSA-SHA256'),
    signingCertificate1: v.optional(SigningCertificate),
    signingCertificate2: v.optional(SigningCertificate),
    /** Class references, separated by commas. */
    requestedAuthnContext: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(2000, 'TOO_LONG'),
        v.check((text) => !hasControls(text), 'TEXT_CHARACTERS'),
      ),
    ),
    disableRequestedAuthnContext: v.optional(v.boolean(), true),
    authnContextComparison: v.optional(v.picklist(authnContextComparisons), 'exact'),
    slackSecs: v.optional(
      v.pipe(
        v.number('SLACK_RANGE'),
        v.integer('SLACK_RANGE'),
        v.minValue(0, 'SLACK_RANGE'),
        v.maxValue(slackSecsMax, 'SLACK_RANGE'),
      ),
      slackSecsDefault,
    ),
    attributes: v.optional(AttributeMappings, {}),
    /** The attribute that permanently identifies a person; absent: the NameID with its format. */
    subjectAttribute: v.optional(Line),
    /** Accepts sign-ins that the provider started; they are started again from here. */
    allowIdpInitiated: v.optional(v.boolean(), false),
    /** Every request asks the provider to check the credentials again (SAML core 3.4.1, ForceAuthn). */
    forceAuthn: v.optional(v.boolean(), false),
    /** Rejects assertions that are not encrypted. */
    requireEncryptedAssertions: v.optional(v.boolean(), false),
    /**
     * Also accepts assertions encrypted with AES-CBC, if the response around them is signed: some providers support
     * nothing else. Otherwise only AES-GCM is accepted.
     */
    allowCbcWhenSigned: v.optional(v.boolean(), false),
    /** Where the provider publishes its metadata. */
    metadataUrl: v.optional(Address),
    /** Also trusts the signing certificates that `metadataUrl` shows now. */
    followMetadata: v.optional(v.boolean(), false),
    ...transformEntries,
  }),
  v.forward(
    v.partialCheck(
      [['signingCertificate1'], ['signingCertificate2']],
      (one) => one.signingCertificate1 !== undefined || one.signingCertificate2 !== undefined,
      'CERTIFICATE_REQUIRED',
    ),
    ['signingCertificate1'],
  ),
  v.forward(
    v.partialCheck(
      [['signingCertificate1'], ['signingCertificate2']],
      (one) => one.signingCertificate1 === undefined || one.signingCertificate1 !== one.signingCertificate2,
      'CERTIFICATE_TWICE',
    ),
    ['signingCertificate2'],
  ),
  v.forward(
    v.partialCheck(
      [['followMetadata'], ['metadataUrl']],
      (one) => !one.followMetadata || one.metadataUrl !== undefined,
      'METADATA_URL_REQUIRED',
    ),
    ['metadataUrl'],
  ),
)

export type SamlConfig = v.InferOutput<typeof SamlConfig>

/** `"a, b"` → `["a", "b"]` (several AuthnContextClassRef). */
export function authnContextClasses(config: Pick<SamlConfig, 'requestedAuthnContext'>): string[] {
  return (config.requestedAuthnContext ?? '').split(',').flatMap((part) => part.trim() || [])
}
