import { OidcConfig, portalAppId } from '@portico/core/contract'
import * as v from 'valibot'

const Slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'lower-case letters, digits and hyphens'),
)
const Text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200))
const LaunchUrl = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]+$/, 'an http or https address'))

/** Groups by provider name, as the provider's claim spells them. */
const GroupNames = v.array(Text)

const Role = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'letters, digits, dots, hyphens and underscores')),
  label: Text,
  visible: v.optional(v.boolean(), true),
  groups: v.optional(GroupNames, []),
})

const Application = v.strictObject({
  slug: v.pipe(
    Slug,
    v.check((slug) => slug !== portalAppId, 'the portal itself is there without being listed'),
  ),
  label: Text,
  singleTenant: v.optional(v.boolean(), false),
  /** Slugs of the environments it lives in; absent: all of them. */
  environments: v.optional(v.array(Slug)),
  /** `{environment}` and `{type}` stand for the environment's name and type. */
  launchUrl: v.optional(LaunchUrl),
  roles: v.optional(v.array(Role), []),
  /** Who opens it without a role: single-tenant applications, and those that have no roles. */
  groups: v.optional(GroupNames, []),
})

const Secret = v.union([v.string(), v.strictObject({ env: v.string() }), v.strictObject({ file: v.string() })])

const Provider = v.strictObject({
  name: Text,
  type: v.literal('OIDC'),
  primary: v.optional(v.boolean(), false),
  config: OidcConfig,
  clientSecret: Secret,
  emailSuffixes: v.optional(v.array(v.pipe(v.string(), v.toLowerCase(), v.regex(/^@?[a-z0-9.-]+\.[a-z0-9-]+$/))), []),
  windowsDomains: v.optional(v.array(v.pipe(v.string(), v.toLowerCase(), v.nonEmpty())), []),
})

const Account = v.strictObject({
  environment: Slug,
  name: Text,
  key1: v.string(),
  key2: v.optional(v.string()),
  /** `application` or `application:role`, by slug and role name. */
  applications: v.optional(v.array(v.string()), []),
})

/** What `portico-server tenant import FILE` reads. Importing a file again changes what differs and removes nothing. */
export const TenantFile = v.strictObject({
  tenant: v.strictObject({
    slug: Slug,
    name: Text,
    vendor: v.optional(v.boolean(), false),
    allowProsAccess: v.optional(v.boolean(), false),
  }),
  environments: v.pipe(
    v.array(v.strictObject({ slug: Slug, name: Text, type: Text, readonly: v.optional(v.boolean(), false) })),
    v.nonEmpty('at least one environment'),
  ),
  applications: v.optional(v.array(Application), []),
  identityProviders: v.optional(v.array(Provider), []),
  /** The group of the primary provider whose members administer the tenant. */
  firstAdminGroup: v.optional(Text),
  serviceAccounts: v.optional(v.array(Account), []),
})

export type TenantFile = v.InferOutput<typeof TenantFile>

/** Checks a parsed file; throws with every mistake and its place. */
export function checkTenantFile(value: unknown): TenantFile {
  const result = v.safeParse(TenantFile, value)
  if (result.success) return result.output
  const lines = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'file'}: ${issue.message}`)
  throw new Error(`The file is not a valid tenant file:\n${lines.join('\n')}`)
}
