import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'

/** Roles, applications or groups that one answer holds; its counts say how many there are. */
export const accessShownMax = 200

/** Groups named beside one role or application. */
export const accessGroupsMax = 5

const Named = v.object({ id: v.string(), name: v.string() })
const through = { groups: v.array(Named), groupCount: v.number() }

/** A role that a person holds, and some of the groups that give it. */
export const HeldRole = v.object({
  kind: v.picklist(['portal-role', 'tenant-role', 'application-role']),
  /** Absent: the role of the portal. */
  id: v.optional(v.string()),
  label: v.string(),
  environment: v.nullable(Named),
  application: v.nullable(v.object({ id: v.string(), label: v.string() })),
  ...through,
})
export type HeldRole = v.InferOutput<typeof HeldRole>

/** An application that a person can open in an environment, and some of the groups that open it. */
export const OpenedApplication = v.object({
  id: v.string(),
  label: v.string(),
  environment: Named,
  /** Labels of the visible roles that the person holds there. */
  roles: v.array(v.string()),
  ...through,
})
export type OpenedApplication = v.InferOutput<typeof OpenedApplication>

/** What a person's groups give, in the order of lists: by environment and label. At most `accessShownMax` of each. */
export const EffectiveAccess = v.object({
  securityAdmin: v.boolean(),
  roleCount: v.number(),
  roles: v.array(HeldRole),
  applicationCount: v.number(),
  applications: v.array(OpenedApplication),
})
export type EffectiveAccess = v.InferOutput<typeof EffectiveAccess>

/** From the username to what can be opened, in this order. */
export const explainedSteps = ['format', 'provider', 'person', 'groups', 'roles', 'applications'] as const

/** `missing`: it ends here, and the sentence says what to do; `unknown`: only a sign-in can tell. */
export const ExplainedStep = v.object({
  step: v.picklist(explainedSteps),
  outcome: v.picklist(['passed', 'missing', 'unknown']),
  sentence: v.string(),
})
export type ExplainedStep = v.InferOutput<typeof ExplainedStep>

/** A group of a person: `claim` as the provider writes it, `name` after the transforms. */
export const GroupOfPerson = v.object({ ...Named.entries, claim: v.string(), mapped: v.boolean() })
export type GroupOfPerson = v.InferOutput<typeof GroupOfPerson>

/** A group that opens the application that was asked about. */
export const OpeningGroup = v.object({
  ...Named.entries,
  identityProvider: v.string(),
  environment: v.string(),
  /** Label of the role that it gives; null: access without a role. */
  role: v.nullable(v.string()),
})
export type OpeningGroup = v.InferOutput<typeof OpeningGroup>

/** What a person may do, and why; or what is missing. */
export const ExplainedAccess = v.object({
  username: v.string(),
  /**
   * `known`: the person has signed in, or was imported; `not-seen`: a format leads to a provider where they have not;
   * `elsewhere`, `nowhere` and `malformed` as in whereIs.
   */
  outcome: v.picklist(['known', 'not-seen', 'elsewhere', 'nowhere', 'malformed']),
  /** Whether what was asked about can be opened; without a question, whether anything can. null: only a sign-in can tell. */
  allowed: v.nullable(v.boolean()),
  environment: v.nullable(Named),
  application: v.nullable(v.object({ id: v.string(), urn: v.string(), label: v.string() })),
  format: v.nullable(v.object({ type: v.picklist(['prefix', 'suffix']), value: v.string() })),
  provider: v.nullable(v.object({ id: v.string(), name: v.string(), enabled: v.boolean(), primary: v.boolean() })),
  person: v.nullable(
    v.object({
      ...Named.entries,
      username: v.string(),
      active: v.boolean(),
      lastSignInAt: v.nullable(v.string()),
    }),
  ),
  /** Those that are mapped first; at most `accessShownMax`. */
  groups: v.array(GroupOfPerson),
  groupCount: v.number(),
  /** What the groups give there; null: the groups are not known. */
  access: v.nullable(EffectiveAccess),
  /** The groups that open the application; at most `accessShownMax`. Empty without an application. */
  openedBy: v.array(OpeningGroup),
  openedByCount: v.number(),
  steps: v.array(ExplainedStep),
})
export type ExplainedAccess = v.InferOutput<typeof ExplainedAccess>

/** `user`: a username as it is typed to sign in, or the id of a person. 404 for an environment or application that is not there. */
export const explainAccess = endpoint({
  name: 'explainAccess',
  summary: 'Explain what a person may do and why, or what is missing',
  method: 'GET',
  path: '/portal/admin/access/explain',
  query: v.object({
    user: v.pipe(v.string(), v.minLength(1, 'REQUIRED'), v.maxLength(1000, 'TOO_LONG')),
    environment: v.optional(v.string()),
    application: v.optional(v.string()),
  }),
  reply: ExplainedAccess,
})

/** A person who can open an application in an environment. */
export const Opener = v.object({
  ...Named.entries,
  username: v.string(),
  identityProvider: Named,
  /** Labels of the visible roles that the person holds there. */
  roles: v.array(v.string()),
  ...through,
})
export type Opener = v.InferOutput<typeof Opener>

/**
 * The people who can open an application in an environment, by name: active people of enabled providers with a group that
 * opens it. Only people who have signed in or were imported are known. At most 1000 of them; `total` counts all.
 */
export const listOpeners = endpoint({
  name: 'listOpeners',
  summary: 'List the people who can open an application',
  method: 'GET',
  path: '/portal/admin/environments/{envId}/applications/{appId}/people',
  query: v.object(listQuery(['name'])),
  reply: v.object({ people: v.array(Opener), ...pageReply }),
})
