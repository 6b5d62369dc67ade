import { EmailDomain, IdentityProviderInput, WindowsDomain } from '@portico/core/contract'
import * as v from 'valibot'

/** A secret by value, by the name of an environment variable, or by a file. */
const Secret = v.union([v.string(), v.strictObject({ env: v.string() }), v.strictObject({ file: v.string() })])
export type SecretSource = v.InferOutput<typeof Secret>

const more = {
  primary: v.optional(v.boolean(), false),
  emailSuffixes: v.optional(v.array(EmailDomain), []),
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

/**
 * Replaces `signingCertificate1: {file: PATH}` and `signingCertificate2` by the content of the files, before the file's
 * rules are applied. Returns a new value; other shapes are left for the rules to reject.
 */
export function withCertificateFiles(value: unknown, read: (path: string) => string): unknown {
  if (!isRecord(value) || !Array.isArray(value['identityProviders'])) return value
  return {
    ...value,
    identityProviders: value['identityProviders'].map((entry: unknown) => certificatesOf(entry, read)),
  }
}

function certificatesOf(entry: unknown, read: (path: string) => string): unknown {
  if (!isRecord(entry) || !isRecord(entry['config'])) return entry
  const config = { ...entry['config'] }
  for (const slot of ['signingCertificate1', 'signingCertificate2']) {
    const source = config[slot]
    if (isRecord(source) && typeof source['file'] === 'string') config[slot] = read(source['file'])
  }
  return { ...entry, config }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
