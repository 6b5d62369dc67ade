import { createHash } from 'node:crypto'

import {
  AzureConfig,
  familyOf,
  OidcConfig,
  SamlConfig,
  type IdentityProviderType,
  type UsernameFormats,
} from '@portico/core/contract'
import * as v from 'valibot'

/** What a sign-in depends on: neither the name, nor whether the provider is enabled, nor domains of e-mail addresses. */
export type Proven = Pick<UsernameFormats, 'prefixes' | 'suffixes'> & {
  readonly type: IdentityProviderType
  readonly config: Readonly<Record<string, unknown>>
  /** Names the set of secrets, in place of the secrets. */
  readonly secretsId: string
}

const schemas = { oidc: OidcConfig, azure: AzureConfig, saml: SamlConfig }

/**
 * SHA-256 of the configuration, hexadecimal. A field at its default counts like an absent one, so that a field that a
 * later version adds changes no fingerprint.
 */
export function fingerprintOf({ type, config, secretsId, prefixes, suffixes }: Proven): string {
  const schema = schemas[familyOf(type)]
  const filled: unknown = v.parse(schema, config)
  const content = [
    type,
    significant(filled, v.getDefaults(schema)),
    secretsId,
    prefixes.toSorted(),
    suffixes.toSorted(),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** The value with the fields of its objects in order, without those at their default; undefined if it is the default. */
function significant(value: unknown, fallback: unknown): unknown {
  if (!isObject(value)) return JSON.stringify(value) === JSON.stringify(fallback) ? undefined : value
  const fallbacks = isObject(fallback) ? fallback : {}
  const fields = Object.keys(value)
    .toSorted()
    .flatMap((name) => {
      const kept = significant(value[name], fallbacks[name])
      return kept === undefined ? [] : [[name, kept] as const]
    })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
