import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { AuditLogNotice, Notice, noticeSubjects, StalledProvisioning } from '../notices/contract.ts'
import { OpenSetupUrl } from '../../providers/primary-idp/contract.ts'
import { RecoveryCodes } from '../../sign-in/recovery-codes/contract.ts'

/** Objects that one answer names for each kind of finding at most; `total` counts all. */
export const doctorRowsMax = 20

/** Days without obtaining a token after which a key counts as unused. */
export const unusedKeyDays = 90

const few = <T extends v.GenericSchema>(row: T) => v.object({ rows: v.array(row), total: v.number() })

const UnusedKey = v.object({
  accountId: v.string(),
  account: v.string(),
  /** Absent: the server is older than this field. */
  environmentId: v.optional(v.string()),
  environment: v.string(),
  slot: v.picklist([1, 2]),
  /** null: never, as far as the server knows. */
  lastUsedAt: v.nullable(v.string()),
})

/** A role that no group has: a custom role in no environment, or a visible role of an application. */
const RoleWithoutGroups = v.object({
  label: v.string(),
  /** null for a custom role. */
  application: v.nullable(v.string()),
  environment: v.nullable(v.string()),
  /** null for a custom role; absent: the server is older than these fields. */
  applicationId: v.optional(v.nullable(v.string())),
  environmentId: v.optional(v.nullable(v.string())),
})

/**
 * `off`: a domain of a provider that is switched off lies within a domain of another, which its people reach. `draft`: a draft has a format that another provider
 * holds, so that the draft cannot be kept.
 */
const FormatConflict = v.object({
  kind: v.picklist(['off', 'draft']),
  /** As people write it: `@sub.acme.example`, `ACME\`. */
  format: v.string(),
  provider: v.string(),
  other: v.string(),
  otherFormat: v.string(),
})

/** Someone whose username does not belong to the identity provider. */
const ForeignUsername = v.object({
  id: v.string(),
  username: v.string(),
  provider: v.string(),
  /** Found at an upgrade or after a restore: an administrator has to decide. */
  active: v.boolean(),
})

/** An application where existing accounts have the names of people or groups, and an administrator has to decide. */
const WaitingTakeovers = v.object({
  environmentId: v.string(),
  environment: v.string(),
  applicationId: v.string(),
  application: v.string(),
  /** People and groups that wait; at most 10,000 are counted. */
  count: v.number(),
})

/** Why an identity provider needs attention, apart from an expiry. */
const ProviderState = v.object({
  id: v.string(),
  name: v.string(),
  primary: v.boolean(),
  /**
   * `off`: people of `formats` domains or prefixes cannot sign in. `no-format`: it is enabled, and no username leads to it.
   * `pending-switch`: it would become the primary one. `early`: its only certificate or secret, `what`, works from `from` on.
   * `draft`: it has changes that are neither kept nor reverted, since `from`.
   */
  state: v.picklist(['off', 'no-format', 'pending-switch', 'early', 'draft']),
  formats: v.number(),
  what: v.nullable(v.picklist(noticeSubjects)),
  from: v.nullable(v.string()),
})
export type ProviderState = v.InferOutput<typeof ProviderState>

/** The facts behind the findings about a tenant, for `portico doctor`, the overview and the portal. */
export const DoctorFacts = v.object({
  /** The server's clock. */
  now: v.string(),
  /** null: not known. */
  version: v.nullable(v.string()),
  /** Migrations that the database has and this server does not know: a newer version works with it. */
  newerMigrations: v.array(v.string()),
  /** Active people whose groups of the last sign-in give Security Admin; 2 for two or more. */
  administrators: v.number(),
  /** Ids of enabled providers with exactly one signing certificate. */
  oneCertificate: v.array(v.string()),
  /** Ids of providers that have the maximum of active SCIM tokens. */
  scimTokensFull: v.array(v.string()),
  unusedKeys: few(UnusedKey),
  rolesWithoutGroups: few(RoleWithoutGroups),
  formatConflicts: few(FormatConflict),
  /** Absent: the server is older than this check. */
  foreignUsernames: v.optional(few(ForeignUsername)),
  notices: few(Notice),
  /** Applications to which people are no longer sent. Absent: the server is older than this check. */
  provisioning: v.optional(few(StalledProvisioning)),
  /** The same. */
  takeovers: v.optional(few(WaitingTakeovers)),
  /** The same. null: nothing is wrong with it. */
  auditLog: v.optional(v.nullable(AuditLogNotice)),
  /** The same. */
  providers: v.optional(few(ProviderState)),
  /** The same. null: none is open. */
  setup: v.optional(v.nullable(OpenSetupUrl)),
  /** The same. */
  recoveryCodes: v.optional(RecoveryCodes),
})
export type DoctorFacts = v.InferOutput<typeof DoctorFacts>

export const getDoctorFacts = endpoint({
  name: 'getDoctorFacts',
  summary:
    'Read what portico doctor and the overview check: administrators, providers, expiries, provisioning, unused keys, roles, username formats',
  method: 'GET',
  path: '/portal/admin/doctor',
  reply: DoctorFacts,
})
