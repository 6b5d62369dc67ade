import { familyOf, type IdentityProviderInput, type IdentityProviderType } from '@portico/core/contract'

import type { ProviderSecrets } from './queries.ts'

const byFamily = {
  oidc: ['clientSecret'],
  azure: ['applicationSecret', 'nextApplicationSecret'],
  saml: [],
} as const

/** The secrets a provider of this type may have, as the contract names them. */
export function secretNamesOf(type: IdentityProviderType): readonly string[] {
  return byFamily[familyOf(type)]
}

/** The secrets to store after a save: an absent secret is kept, `null` removes it. */
export function mergedSecrets(input: IdentityProviderInput, stored: ProviderSecrets): ProviderSecrets {
  const given = input as Readonly<Record<string, unknown>>
  const merged: Record<string, string> = {}
  for (const name of secretNamesOf(input.type)) {
    const value = given[name] === undefined ? stored[name] : given[name]
    if (typeof value === 'string') merged[name] = value
  }
  return merged
}
