import * as v from 'valibot'

import { EffectiveAccess } from '../../access/access/contract.ts'
import { Group } from '../groups/contract.ts'
import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { GroupSource } from '../scim-tokens/contract.ts'
import { SignInSummary } from '../../sign-in/sign-in/records-contract.ts'

const people = '/portal/admin/people'

/** What the server can sort people by. */
export const personSorts = ['name'] as const

/** A person whose username does not belong to the provider is not `active`, and `deactivated` unless found so by an upgrade. */
export const personStates = ['active', 'deactivated', 'foreign-username'] as const

/** A person who has signed in, or whom a directory sent. Administrators and the directory deactivate people, whatever a sign-in says. */
export const Person = v.object({
  id: v.string(),
  name: v.string(),
  /** After the transforms of the provider. */
  username: v.string(),
  email: v.nullable(v.string()),
  identityProvider: v.object({ id: v.string(), name: v.string() }),
  active: v.boolean(),
  /** When, and by whom; null for an active person. */
  deactivatedAt: v.nullable(v.string()),
  deactivatedBy: v.nullable(v.string()),
  /** Since when the username does not belong to the provider, so that the person cannot sign in; null: it belongs to it. */
  usernameForeignSince: v.nullable(v.string()),
  createdAt: v.string(),
  lastSignInAt: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof Person>

/** Attempts to sign in that one answer names at most. */
export const personSignInsMax = 10

export const PersonDetail = v.object({
  ...Person.entries,
  nickname: v.string(),
  /** The username as the provider wrote it, if its transforms changed it. */
  usernameReceived: v.nullable(v.string()),
  /** To whom a username belongs that does not belong to the provider, in a sentence. */
  usernameBelongs: v.nullable(v.string()),
  /** The person is the one who asks. */
  isYou: v.boolean(),
  /** By name: the groups of the last sign-in, after the transforms, or those that the directory sent. At most `accessShownMax`; `groupCount` counts all. */
  groups: v.array(Group),
  groupCount: v.number(),
  /** Where they come from: with `scim`, what a sign-in names does not count. */
  groupSource: GroupSource.entries.source,
  /**
   * What the record of the last sign-in says of the groups: as the provider wrote them, and after the transforms. Each is a
   * text with commas that may be cut after 300 characters; null: no groups, or the record was deleted.
   */
  recorded: v.object({ received: v.nullable(v.string()), groups: v.nullable(v.string()) }),
  /** What the groups give. A deactivated person cannot use it. */
  access: EffectiveAccess,
  /** Those that have not ended: of browsers, and of the command line. `lastUsedAt` is the latest use. */
  sessions: v.object({
    browser: v.number(),
    cli: v.number(),
    application: v.number(),
    lastUsedAt: v.nullable(v.string()),
  }),
  /** The newest first, also those that failed for this username at this provider. */
  signIns: v.array(SignInSummary),
})
export type PersonDetail = v.InferOutput<typeof PersonDetail>

/** By name, at most 1000 of them. `search` looks at name, username, e-mail address and id. */
export const listPeople = endpoint({
  name: 'listPeople',
  summary: 'List the people who have signed in or were imported',
  method: 'GET',
  path: people,
  query: v.object({
    ...listQuery(personSorts),
    idp: v.optional(v.string()),
    state: v.optional(v.picklist(personStates, 'INVALID_VALUE')),
    /** Only members of this group: by the last sign-in, or by what the directory sent where SCIM is the source of groups. */
    group: v.optional(v.string()),
  }),
  reply: v.object({ people: v.array(Person), ...pageReply }),
})

export const getPerson = endpoint({
  name: 'getPerson',
  summary: 'Read one person with groups, roles, applications, sessions and last sign-ins',
  method: 'GET',
  path: `${people}/{id}`,
  reply: PersonDetail,
})

/** Ends every session of the person, in browsers and on the command line, and what could begin one. */
export const signOutPerson = endpoint({
  name: 'signOutPerson',
  summary: 'Sign a person out everywhere',
  method: 'POST',
  path: `${people}/{id}/sign-out`,
  reply: v.object({ endedSessions: v.number() }),
})

/** 409 `LAST_ADMIN_PATH` for the last person who proves that the portal can be administered, `OWN_ACCOUNT` for oneself. */
export const deactivatePerson = endpoint({
  name: 'deactivatePerson',
  summary: 'Prevent a person from signing in, and sign them out everywhere',
  method: 'POST',
  path: `${people}/{id}/deactivate`,
  reply: Person,
})

/** 409 `INACTIVE_IN_DIRECTORY` for a person whom the directory of their provider has deactivated or deleted by SCIM. */
export const reactivatePerson = endpoint({
  name: 'reactivatePerson',
  summary: 'Let a deactivated person sign in again',
  method: 'POST',
  path: `${people}/{id}/reactivate`,
  reply: Person,
})
