import { EmailDomain, IdentityProviderInput, WindowsDomain } from '@portico/core/contract'
import * as v from 'valibot'

/** A secret by value, by the name of an environment variable, or by a file. */
export const Secret = v.union([v.string(), v.strictObject({ env: v.string() }), v.strictObject({ file: v.string() })])
export type SecretSource = v.InferOutput<typeof Secret>

const more = {
  primary: v.optional(v.boolean(), false),
  emailSuffixes: v.optional(v.array(EmailDomain), []),
  emailDomains: v.optional(v.array(EmailDomain), []),
  windowsDomains: v.optional(v.array(WindowsDomain), []),
}
const azureSecrets = { applicationSecret: v.optional(Secret), nextApplicationSecret: v.optional(Secret) }

const [Oidc, Aad2, Aad, OpenSaml, AdfsSaml, SfdcSaml] = IdentityProviderInput.options

/** An identity provider as the API takes it, with what a tenant file adds: its formats, and secrets from elsewhere. */
const ProviderEntry = v.variant(
  'type',
  [
    v.strictObject({ ...Oidc.entries, ...more, clientSecret: v.optional(Secret) }),
    v.strictObject({ ...Aad2.entries, ...more, ...azureSecrets }),
    v.strictObject({ ...Aad.entries, ...more, ...azureSecrets }),
    v.strictObject({ ...OpenSaml.entries, ...more }),
    v.strictObject({ ...AdfsSaml.entries, ...more }),
    v.strictObject({ ...SfdcSaml.entries, ...more }),
  ],
  'IDP_TYPE',
)
export type ProviderEntry = v.InferOutput<typeof ProviderEntry>

export const ProviderEntries = v.pipe(
  v.array(ProviderEntry),
  v.check((all) => all.filter((one) => one.primary).length <= 1, 'one identity provider is primary'),
  v.check((all) => all.every((one) => one.enabled || !one.primary), 'IDP_PRIMARY'),
  v.check((all) => new Set(all.map((one) => one.name.toLowerCase())).size === all.length, 'NAME_TAKEN'),
)
