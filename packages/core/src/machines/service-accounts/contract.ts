import * as v from 'valibot'

import { RoleList } from '../../access/app-roles/contract.ts'
import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { dependenciesMax, ServiceAccountInput } from './rules.ts'

const environment = '/portal/admin/environments/{envId}/service-accounts'

/**
 * Spec section 3, "Service account". A key that is not set is absent. The fingerprints are our own addition: SHA-256 over
 * the DER of the key's SubjectPublicKeyInfo (RFC 5280 section 4.1), 64 hexadecimal digits. So are the size of a key in
 * bits, and its times: when it was added (null: before the server noted it), and when it last obtained a token, to five
 * minutes (null: no use was noted).
 */
export const ServiceAccount = v.object({
  id: v.string(),
  name: v.string(),
  urn: v.string(),
  key1: v.optional(v.string()),
  key1Algorithm: v.optional(v.string()),
  key1Fingerprint: v.optional(v.string()),
  key1Bits: v.optional(v.number()),
  key1AddedAt: v.optional(v.nullable(v.string())),
  key1LastUsedAt: v.optional(v.nullable(v.string())),
  key2: v.optional(v.string()),
  key2Algorithm: v.optional(v.string()),
  key2Fingerprint: v.optional(v.string()),
  key2Bits: v.optional(v.number()),
  key2AddedAt: v.optional(v.nullable(v.string())),
  key2LastUsedAt: v.optional(v.nullable(v.string())),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type ServiceAccount = v.InferOutput<typeof ServiceAccount>

/** What the answer shows of the application in addition to its id; a body may contain it unchanged. */
const shownOfApplication = { label: v.optional(v.string()), urn: v.optional(v.string()) }

/** `name` is a role's name; empty for an application that is granted without a named role (spec section 5, "placeholder rows"). */
export const Dependency = v.strictObject({
  appId: v.pipe(v.string(), v.nonEmpty()),
  name: v.pipe(v.string(), v.maxLength(200)),
  ...shownOfApplication,
})
export type Dependency = v.InferOutput<typeof Dependency>

/** Spec section 3, "Service account dependency": label and urn are the application's. */
export const DependencyRow = v.object({ appId: v.string(), name: v.string(), label: v.string(), urn: v.string() })
export type DependencyRow = v.InferOutput<typeof DependencyRow>

/** What the server can sort service accounts by. */
export const serviceAccountSorts = ['name', 'updatedAt'] as const

/** An account in a list, with its dependencies if the query says `include=dependencies`. */
export const ListedServiceAccount = v.object({
  ...ServiceAccount.entries,
  dependencies: v.optional(v.array(DependencyRow)),
})
export type ListedServiceAccount = v.InferOutput<typeof ListedServiceAccount>

/** Spec section 7 shows no query: without `limit` the answer has every account, by name. `search` looks at name, id and URN. */
export const listServiceAccounts = endpoint({
  name: 'listServiceAccounts',
  summary: 'List the service accounts of an environment',
  method: 'GET',
  path: environment,
  query: v.object({
    ...listQuery(serviceAccountSorts),
    /** The accounts that match this name, ignoring case and accents. */
    name: listQuery([]).search,
    include: v.optional(v.picklist(['dependencies'], 'INVALID_VALUE')),
  }),
  reply: v.object({ serviceAccounts: v.array(ListedServiceAccount), readonly: v.boolean(), ...pageReply }),
})

export const getServiceAccount = endpoint({
  name: 'getServiceAccount',
  summary: 'Read one service account',
  method: 'GET',
  path: `${environment}/{id}`,
  reply: ServiceAccount,
})

export const createServiceAccount = endpoint({
  name: 'createServiceAccount',
  summary: 'Create a service account',
  method: 'POST',
  path: environment,
  body: ServiceAccountInput,
  reply: ServiceAccount,
  success: 201,
})

export const updateServiceAccount = endpoint({
  name: 'updateServiceAccount',
  summary: "Replace a service account's name and keys",
  method: 'PUT',
  path: `${environment}/{id}`,
  body: ServiceAccountInput,
  reply: ServiceAccount,
})

export const deleteServiceAccount = endpoint({
  name: 'deleteServiceAccount',
  summary: 'Delete a service account',
  method: 'DELETE',
  path: `${environment}/{id}`,
})

export const listDependencies = endpoint({
  name: 'listDependencies',
  summary: 'List the applications and roles of a service account',
  method: 'GET',
  path: `${environment}/{id}/applications`,
  reply: v.object({ dependencies: v.array(DependencyRow) }),
})

export const saveDependencies = endpoint({
  name: 'saveDependencies',
  summary: 'Replace the applications and roles of a service account',
  method: 'PUT',
  path: `${environment}/{id}/applications`,
  body: v.strictObject({ dependencies: v.pipe(v.array(Dependency), v.maxLength(dependenciesMax)) }),
  reply: v.object({ dependencies: v.array(DependencyRow) }),
})

export const listAssignableRoles = endpoint({
  name: 'listAssignableRoles',
  summary: 'List the roles of an application that a service account can hold',
  method: 'GET',
  path: `${environment}/applications/{appId}/roles`,
  reply: RoleList,
})
