import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { nameOf } from '../../kit/text/names.ts'
import { lineOf } from '../../kit/text/rules.ts'

/** UTF-16 units of a group's claim or name that an administrator types. */
export const groupNameLengthMax = 200

/** A group of a provider: `claim` is its spelling in tokens, `name` its readable name. */
export const Group = v.object({ id: v.string(), name: v.string(), claim: v.string() })
export type Group = v.InferOutput<typeof Group>

/**
 * `directory`: read from the provider, including groups not seen in a sign-in; `seen`: only those from sign-ins and
 * imports; `unavailable`: the directory could not be read, so these are the groups seen before.
 */
const groupSource = v.picklist(['directory', 'seen', 'unavailable'])

/** The groups of one provider (spec section 3: entries {idp, groups}). */
export const ProviderGroups = v.object({
  idp: v.string(),
  idpName: v.string(),
  idpType: v.string(),
  primary: v.boolean(),
  source: groupSource,
  groups: v.array(Group),
})
export type ProviderGroups = v.InferOutput<typeof ProviderGroups>

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'List the groups of every identity provider',
  method: 'GET',
  path: '/portal/admin/groups',
  query: v.object({ search: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  reply: v.object({ tenantGroups: v.array(ProviderGroups) }),
})

export const listPrimaryGroups = endpoint({
  name: 'listPrimaryGroups',
  summary: 'List the groups of the primary identity provider',
  method: 'GET',
  path: '/portal/admin/primary-idp-groups',
  query: v.object({ search: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  reply: v.object({ groups: v.array(Group) }),
})

/** `mappedTo`: the roles and applications mapped to the group; what is mapped nowhere can be forgotten. */
export const SeenGroup = v.object({
  ...Group.entries,
  /** The latest sign-in with this group, at most five minutes late; null: there was none. */
  lastSeenAt: v.nullable(v.string()),
  mappedTo: v.array(v.string()),
})
export type SeenGroup = v.InferOutput<typeof SeenGroup>

/** A page of one provider's groups by name, at most 1000. The first page of a directory also reads the directory. */
export const listProviderGroups = endpoint({
  name: 'listProviderGroups',
  summary: 'List the groups of an identity provider, when they were seen and what is mapped to them',
  method: 'GET',
  path: '/portal/admin/idps/{id}/groups',
  query: v.object(listQuery(['name'])),
  reply: v.object({
    idp: v.string(),
    idpName: v.string(),
    source: groupSource,
    groups: v.array(SeenGroup),
    ...pageReply,
  }),
})

/**
 * A group that no sign-in has named yet, so that it can be mapped before. `claim` is its spelling in tokens; at an Azure
 * provider its object id. Without a name, the name is what the transforms make of the claim.
 */
export const createGroup = endpoint({
  name: 'createGroup',
  summary: 'Create a group of an identity provider that no sign-in has named yet',
  method: 'POST',
  path: '/portal/admin/idps/{id}/groups',
  body: v.strictObject({ claim: lineOf(groupNameLengthMax), name: v.optional(nameOf(groupNameLengthMax)) }),
  reply: Group,
  success: 201,
})

/** A group that was not forgotten, and the roles and applications that are mapped to it. */
export const KeptGroup = v.object({ ...Group.entries, mappedTo: v.array(v.string()) })
export type KeptGroup = v.InferOutput<typeof KeptGroup>

export const forgetGroups = endpoint({
  name: 'forgetGroups',
  summary: 'Forget the groups of an identity provider that are not mapped',
  method: 'DELETE',
  path: '/portal/admin/idps/{id}/groups',
  reply: v.object({ forgotten: v.number(), kept: v.array(KeptGroup) }),
})
