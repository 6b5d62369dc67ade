import {
  familyOf,
  type IdentityProviderInput,
  type IdentityProviderType,
  type ProviderFamily,
  type SignatureAlgorithm,
  transformFieldNames,
  type Violation,
  type WordId,
} from '@portico/core/contract'

import type { AddressRules } from '../../kit/outbound/provider-addresses.ts'
import { checkCertificate } from './check-certificate.ts'
import { patternFaults } from './patterns.ts'
import type { ProviderSecrets } from './queries.ts'
import { mergedSecrets } from './secret-names.ts'

/** A provider as stored, but with its secrets unsealed. */
export type ProviderValues = {
  readonly name: string
  readonly type: IdentityProviderType
  readonly enabled: boolean
  readonly config: Readonly<Record<string, unknown>>
  readonly secrets: ProviderSecrets
}

/**
 * The rules that need more than the text of a form: certificates are readable, secrets exist and are long enough, and this
 * server may call the addresses. Returns what to store, or the violations by field.
 */
export function checkProviderInput(
  input: IdentityProviderInput,
  stored: ProviderSecrets,
  addresses: Pick<AddressRules, 'faultOf'> | undefined,
): ProviderValues | Violation[] {
  const { name, type, enabled } = input
  const config: Record<string, unknown> = { ...input.config }
  const secrets = mergedSecrets(input, stored)
  const violations = [
    ...certificateFaults(config),
    ...secretFaults(input, secrets),
    ...transformFieldNames.flatMap((name) => patternFaults(input.config[name] ?? [], `config.${name}`)),
    ...(addresses === undefined ? [] : addressFaults(familyOf(type), config, addresses)),
  ]
  return violations.length > 0 ? violations : { name, type, enabled, config, secrets }
}

/** Puts normalised PEM into `config`, so that one certificate is always one text. */
function certificateFaults(config: Record<string, unknown>): Violation[] {
  const violations: Violation[] = []
  const refuse = (errorID: WordId, slot: string) => violations.push({ errorID, fieldID: `config.${slot}` })
  for (const slot of ['signingCertificate1', 'signingCertificate2']) {
    const pem = config[slot]
    if (typeof pem !== 'string') continue
    const content = checkCertificate(pem)
    if (typeof content === 'string') refuse(content, slot)
    else config[slot] = content.pem
  }
  const [one, two] = [config['signingCertificate1'], config['signingCertificate2']]
  if (violations.length === 0 && one !== undefined && one === two) refuse('CERTIFICATE_TWICE', 'signingCertificate2')
  return violations
}

/** RFC 7518 section 3.2: a key at least as long as the hash. */
export const hmacSecretBytesMin = { HS256: 32, HS384: 48, HS512: 64 } as const

function secretFaults(input: IdentityProviderInput, secrets: ProviderSecrets): Violation[] {
  if (input.type === 'OIDC') {
    const needed = hmacBytes(input.config.signatureAlgorithm)
    const secret = secrets['clientSecret']
    // Without HS*, a client may be public: it has no secret (RFC 6749 section 2.1).
    if (needed === 0) return []
    if (secret === undefined) return [{ errorID: 'SECRET_REQUIRED', fieldID: 'clientSecret' }]
    return Buffer.byteLength(secret) < needed ? [{ errorID: 'SECRET_TOO_SHORT', fieldID: 'clientSecret' }] : []
  }
  const missing = familyOf(input.type) === 'azure' && secrets['applicationSecret'] === undefined
  return missing ? [{ errorID: 'SECRET_REQUIRED', fieldID: 'applicationSecret' }] : []
}

export function hmacBytes(algorithm: SignatureAlgorithm): number {
  return algorithm in hmacSecretBytesMin ? hmacSecretBytesMin[algorithm as keyof typeof hmacSecretBytesMin] : 0
}

/** Who calls each address: this server itself, or people's browsers. */
const reachOf: Readonly<Record<ProviderFamily, Readonly<Record<string, 'server' | 'browser'>>>> = {
  oidc: {
    issuer: 'server',
    authorizationUrl: 'browser',
    tokenUrl: 'server',
    jwksUrl: 'server',
    userinfoUrl: 'server',
    sloUrl: 'browser',
    logoutRedirectUrl: 'browser',
  },
  azure: { logoutRedirectUrl: 'browser' },
  saml: {
    ssoUrl: 'browser',
    sloUrl: 'browser',
    sloResponseUrl: 'browser',
    logoutRedirectUrl: 'browser',
    metadataUrl: 'server',
  },
}

function addressFaults(
  family: ProviderFamily,
  config: Readonly<Record<string, unknown>>,
  addresses: Pick<AddressRules, 'faultOf'>,
): Violation[] {
  return Object.entries(reachOf[family]).flatMap(([field, reach]) => {
    const address = config[field]
    const errorID = typeof address === 'string' ? addresses.faultOf(address, reach) : undefined
    return errorID === undefined ? [] : [{ errorID, fieldID: `config.${field}` }]
  })
}
