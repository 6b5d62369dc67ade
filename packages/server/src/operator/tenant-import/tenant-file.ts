import {
  accessTextLengthMax,
  announcementLengthMax,
  BrandColor,
  BrandName,
  IdleTimeText,
  lineOf,
  nameLengthMax,
  nameOf,
  portalAppId,
  PrivacyAddress,
  ServiceAccountKey,
} from '@portico/core/contract'
import * as v from 'valibot'

import { readIcon, type Icon } from '../../applications/applications/icons/icon.ts'
import { readLogo, type Logo } from '../../tenant/branding/logo.ts'
import { ProviderEntries } from './provider-entries.ts'
import { SignInEntry } from './sign-in-entries.ts'
import { slugShape } from '../../kit/identifiers.ts'
import { findSentence } from '../../kit/words/say.ts'

const Slug = v.pipe(v.string(), v.regex(slugShape, 'lower-case letters, digits and hyphens'))
const Text = nameOf(200)
/** A group as the provider's tokens spell it. */
const Claim = lineOf(200)
const LaunchUrl = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/u, 'an http or https address'))

/** A group of the primary provider, as its claim spells it; or of a named provider, with the name people know it by. */
const GroupRef = v.union([Claim, v.strictObject({ provider: Text, group: Claim, name: v.optional(Text) })])
const GroupRefs = v.array(GroupRef)

/** One value for all environments of an application, or one for each by its slug. */
function perEnvironment<const Value extends v.GenericSchema>(value: Value) {
  return v.union([value, v.record(Slug, value)])
}

const Role = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'letters, digits, dots, hyphens and underscores')),
  label: Text,
  visible: v.optional(v.boolean(), true),
  /** Slugs of the environments that have it; absent: all those of the application. */
  environments: v.optional(v.array(Slug)),
  groups: v.optional(perEnvironment(GroupRefs), []),
})

/** The content of the file that `icon: { file: PATH }` names (files.ts). */
const IconFile = v.pipe(
  v.instance(Buffer, 'an image, as { file: PATH }'),
  v.rawTransform<Buffer, Icon>(({ dataset, addIssue, NEVER }) => {
    const icon = readIcon(dataset.value)
    if (typeof icon !== 'string') return icon
    addIssue({ message: icon })
    return NEVER
  }),
)

/** The same for `logo: { file: PATH }`. */
const LogoFile = v.pipe(
  v.instance(Buffer, 'an image, as { file: PATH }'),
  v.rawTransform<Buffer, Logo>(({ dataset, addIssue, NEVER }) => {
    const logo = readLogo(dataset.value)
    if (typeof logo !== 'string') return logo
    addIssue({ message: logo })
    return NEVER
  }),
)

/** What is absent stays. */
const TenantBranding = v.pipe(
  v.strictObject({
    name: v.optional(BrandName),
    primaryColor: v.optional(BrandColor),
    accentColor: v.optional(BrandColor),
    privacyPolicyUrl: v.optional(PrivacyAddress),
    logo: v.optional(LogoFile),
  }),
  v.forward(
    v.check(
      ({ primaryColor, accentColor }) => accentColor === undefined || primaryColor !== undefined,
      'BRAND_ACCENT_ALONE',
    ),
    ['accentColor'],
  ),
)

const Application = v.strictObject({
  slug: v.pipe(
    Slug,
    v.check((slug) => slug !== portalAppId, 'the portal itself is there without being listed'),
  ),
  label: Text,
  singleTenant: v.optional(v.boolean(), false),
  /** Slugs of the environments it lives in; absent: all of them. */
  environments: v.optional(v.array(Slug)),
  /** `{environment}`, `{type}` and `{slug}` are replaced by the environment's name, type and slug. */
  launchUrl: v.optional(perEnvironment(LaunchUrl)),
  roles: v.optional(v.array(Role), []),
  /** The same in all environments; absent: what is set stays. */
  icon: v.optional(IconFile),
  /** How people without access ask for it; absent: what is set stays. */
  accessText: v.optional(perEnvironment(lineOf(accessTextLengthMax))),
  /** Groups that open it without a role: for single-tenant applications and those without roles. */
  groups: v.optional(perEnvironment(GroupRefs), []),
  /** How it signs people in; absent: what is set stays. */
  signIn: v.optional(SignInEntry),
})

/** A custom role, with the groups that hold it by the slug of the environment. */
const CustomRole = v.strictObject({
  label: nameOf(nameLengthMax),
  groups: v.optional(v.record(Slug, GroupRefs), {}),
})

/** A person with the groups that the provider will send; `provider` absent: the primary one. */
const Person = v.strictObject({
  username: nameOf(320),
  name: Text,
  nickname: v.optional(Text),
  email: v.optional(lineOf(320)),
  provider: v.optional(Text),
  groups: v.optional(v.array(v.union([Claim, v.strictObject({ group: Claim, name: v.optional(Text) })])), []),
})

const Account = v.pipe(
  v.strictObject({
    environment: Slug,
    name: Text,
    key1: v.optional(ServiceAccountKey),
    key2: v.optional(ServiceAccountKey),
    /** `application` or `application:role`, by slug and role name. */
    applications: v.optional(v.array(v.string()), []),
  }),
  v.forward(
    v.check(({ key1, key2 }) => Boolean(key1) || Boolean(key2), 'KEY_REQUIRED'),
    ['key1'],
  ),
)

/** What `portico-server tenant import FILE` reads. Importing a file again changes what differs and removes nothing. */
export const TenantFile = v.strictObject({
  tenant: v.strictObject({
    slug: Slug,
    name: Text,
    vendor: v.optional(v.boolean(), false),
    /** Support users may enter the tenant; absent: what is set stays. */
    allowProsAccess: v.optional(v.boolean()),
    /** They may change settings too; absent: what is set stays. */
    allowProsChange: v.optional(v.boolean()),
    /** Custom roles cannot be created, renamed or deleted; absent: what is set stays. */
    customRolesReadonly: v.optional(v.boolean()),
    /** After how long without a call a session ends, as hh:mm; absent: what is set stays. */
    idleTime: v.optional(IdleTimeText),
    /** Administrators cannot change it; absent: what is set stays. */
    idleTimeReadonly: v.optional(v.boolean()),
    /** Above the applications; absent: what is set stays. */
    announcement: v.optional(lineOf(announcementLengthMax)),
    announcementUntil: v.optional(v.pipe(v.string(), v.isoTimestamp('a time as 2027-01-31T18:00:00Z'))),
    /** Whom people ask for access. */
    accessContact: v.optional(lineOf(accessTextLengthMax)),
    branding: v.optional(TenantBranding),
  }),
  environments: v.pipe(
    v.array(v.strictObject({ slug: Slug, name: Text, type: Text, readonly: v.optional(v.boolean(), false) })),
    v.nonEmpty('at least one environment'),
  ),
  applications: v.optional(v.array(Application), []),
  customRoles: v.optional(v.array(CustomRole), []),
  identityProviders: v.optional(ProviderEntries, []),
  /** The group of the primary provider whose members administer the tenant. */
  firstAdminGroup: v.optional(Claim),
  /** Further groups of the primary provider whose members administer it too. */
  moreAdminGroups: v.optional(GroupRefs, []),
  /** Only in the vendor's tenant: groups of the primary provider whose members hold the Support role. */
  supportGroups: v.optional(GroupRefs, []),
  serviceAccounts: v.optional(v.array(Account), []),
  /** Known with their groups until their first sign-in, which replaces what the file says. */
  people: v.optional(v.array(Person), []),
})

export type TenantFile = v.InferOutput<typeof TenantFile>
/** As it is written: what has a default may be absent. */
export type TenantFileInput = v.InferInput<typeof TenantFile>

/** The groups of all environments. */
export function groupsOfAll(
  groups: readonly GroupRef[] | Readonly<Record<string, readonly GroupRef[]>>,
): readonly GroupRef[] {
  return Object.values<GroupRef | readonly GroupRef[]>(groups).flat() as readonly GroupRef[]
}

/** The value of one environment. */
export function inEnvironment<Value extends string | readonly unknown[]>(
  value: Value | Readonly<Record<string, Value>> | undefined,
  slug: string,
): Value | undefined {
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, Value>>)[slug]
    : (value as Value | undefined)
}

export type GroupRef = v.InferOutput<typeof GroupRef>

/** Checks a parsed file; throws with every mistake and its place. */
export function checkTenantFile(value: unknown): TenantFile {
  const result = v.safeParse(TenantFile, value)
  if (result.success) return result.output
  const lines = result.issues.map((issue) => {
    // Rules of core carry the id of their sentence.
    return `  ${v.getDotPath(issue) ?? 'file'}: ${findSentence(issue.message) ?? issue.message}`
  })
  throw new Error(`The file is not a valid tenant file:\n${lines.join('\n')}`)
}
