import * as v from 'valibot'

import { AzureConfig } from './azure-rules.ts'
import { Name, Secret } from './fields.ts'
import { OidcConfig } from './oidc-rules.ts'
import { SamlConfig } from './saml-rules.ts'

const common = {
  name: Name,
  /** When disabled, no one can sign in with it and its formats are inactive. */
  enabled: v.optional(v.boolean(), true),
}

/** Secrets are write-only: absent keeps what is stored, `null` forgets it. */
const WriteOnly = v.optional(v.nullable(Secret))

const OidcInput = v.strictObject({
  ...common,
  type: v.literal('OIDC'),
  config: OidcConfig,
  clientSecret: WriteOnly,
})

const azureInput = { ...common, config: AzureConfig, applicationSecret: WriteOnly, nextApplicationSecret: WriteOnly }
const samlInput = { ...common, config: SamlConfig }

/** A valid identity provider to save (spec sections 3 and 5). Messages are error ids. */
export const IdentityProviderInput = v.variant(
  'type',
  [
    OidcInput,
    v.strictObject({ type: v.literal('AAD2'), ...azureInput }),
    v.strictObject({ type: v.literal('AAD'), ...azureInput }),
    v.strictObject({ type: v.literal('OPENSAML'), ...samlInput }),
    v.strictObject({ type: v.literal('ADFS_SAML'), ...samlInput }),
    v.strictObject({ type: v.literal('SFDC_SAML'), ...samlInput }),
  ],
  'IDP_TYPE',
)

export type IdentityProviderInput = v.InferOutput<typeof IdentityProviderInput>

/**
 * Spec section 5: "At least one username format is required to save and test IdP changes". A new provider has no id to
 * add formats to, so the rule does not apply to it, nor to a save that leaves the provider switched off (decision 53).
 */
export function needsFormat(after: {
  readonly enabled: boolean
  readonly prefixes: readonly string[]
  readonly suffixes: readonly string[]
}): boolean {
  return after.enabled && after.prefixes.length + after.suffixes.length === 0
}
