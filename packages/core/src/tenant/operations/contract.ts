import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { tenantHealths } from './health.ts'

/** What the server can sort tenants by. */
export const operatedTenantSorts = ['name'] as const

export const operatedTenantStates = ['active', 'deactivated'] as const

/** Environments and identity providers that a tenant names at most; `environmentCount` and `providerCount` count all. */
export const operatedPartsMax = 20

/** People of a tenant that are counted at most. */
export const operatedPeopleMax = 100_000

/** Attempts to sign in to a tenant that its health is read from: the latest. */
export const operatedSignInsMax = 200

const OperatedProvider = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  primary: v.boolean(),
  enabled: v.boolean(),
  /** The latest sign-in among the last 200 attempts of the tenant; null: no attempt succeeded. */
  lastSignInAt: v.nullable(v.string()),
  /** Attempts that failed since then, or all of them. */
  failedSince: v.number(),
})
export type OperatedProvider = v.InferOutput<typeof OperatedProvider>

const OperatedExpiry = v.object({
  /** A name in the words, `notices.what.…`. */
  what: v.picklist(['certificate1', 'certificate2', 'applicationSecret', 'nextApplicationSecret']),
  /** Name of the identity provider. */
  provider: v.string(),
  /** RFC 3339, or a calendar day. */
  at: v.string(),
  /** Whole days; negative afterwards. */
  daysLeft: v.number(),
  expired: v.boolean(),
})

/** A tenant of the deployment, as people with the Support role see it. It contains no personal data. */
export const OperatedTenant = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  /** The vendor's own, which support does not enter. */
  vendor: v.boolean(),
  createdAt: v.string(),
  environments: v.array(v.object({ id: v.string(), name: v.string(), type: v.string() })),
  environmentCount: v.number(),
  /** At most 100,000 are counted. */
  people: v.number(),
  allowProsAccess: v.boolean(),
  allowProsChange: v.boolean(),
  /** Support sessions that run there now. */
  supportSessions: v.number(),
  deactivated: v.boolean(),
  deactivatedMessage: v.nullable(v.string()),
  /** The operator's message to its people; null also after it has ended. */
  banner: v.nullable(v.object({ message: v.string(), type: v.string(), until: v.nullable(v.string()) })),
  /** The primary one first, then by name. */
  providers: v.array(OperatedProvider),
  providerCount: v.number(),
  /** Certificates and secrets of enabled providers that expire within 60 days or have expired, and nothing replaces; the first to expire first. */
  expiries: v.array(OperatedExpiry),
})
export type OperatedTenant = v.InferOutput<typeof OperatedTenant>

/** By name, at most 1000 of them. `search` looks at name, short name and id. */
export const listOperatedTenants = endpoint({
  name: 'listOperatedTenants',
  summary: 'List the tenants of the deployment with their state, for support',
  method: 'GET',
  path: '/operations/tenants',
  query: v.object({
    ...listQuery(operatedTenantSorts),
    state: v.optional(v.picklist(operatedTenantStates, 'INVALID_VALUE')),
    /** Only tenants with this sign-in health. The server reads tenants until it has a page, so `total` is absent unless it read them all. */
    health: v.optional(v.picklist(tenantHealths, 'INVALID_VALUE')),
    /** The one tenant with this short name. */
    slug: v.optional(v.pipe(v.string(), v.maxLength(63))),
  }),
  reply: v.object({ tenants: v.array(OperatedTenant), ...pageReply }),
})
