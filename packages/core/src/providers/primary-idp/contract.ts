import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { PrimaryIdpInput } from './rules.ts'

const path = '/portal/admin/tenant/primary-idp'

const Named = v.object({ id: v.string(), name: v.string() })

/** A setup URL that is open. Completing the setup replaces the primary provider (docs/decisions/0077). */
export const OpenSetupUrl = v.object({
  madeAt: v.string(),
  madeBy: v.string(),
  expiresOn: v.string(),
  openedAt: v.nullable(v.string()),
  /** The network address. */
  openedFrom: v.nullable(v.string()),
})

/**
 * The primary identity provider and the switch that waits to be accepted (spec section 4). `idp` and `group` are those
 * chosen; null: no switch is pending.
 */
export const PrimaryIdp = v.object({
  idp: v.nullable(v.string()),
  group: v.nullable(v.string()),
  graceSecs: v.number(),
  pending: v.nullable(
    v.object({ idpName: v.string(), groupName: v.string(), chosenBy: v.string(), chosenAt: v.string() }),
  ),
  /** null: the tenant has no provider yet. */
  primary: v.nullable(Named),
  /** Earlier primary providers whose groups still hold the Security Admin role, and until when. */
  graces: v.array(v.object({ ...Named.entries, endsAt: v.string() })),
  setup: v.nullable(OpenSetupUrl),
})
export type PrimaryIdp = v.InferOutput<typeof PrimaryIdp>

export const getPrimaryIdp = endpoint({
  name: 'getPrimaryIdp',
  summary: 'Read the primary identity provider and the pending switch',
  method: 'GET',
  path,
  reply: PrimaryIdp,
})

/** Chooses the next primary provider by one of its groups. The switch stays pending until a member accepts it. */
export const putPrimaryIdp = endpoint({
  name: 'putPrimaryIdp',
  summary: 'Choose the next primary identity provider by its Security Admin group',
  method: 'PUT',
  path,
  body: PrimaryIdpInput,
  reply: PrimaryIdp,
})

export const rejectPrimaryIdp = endpoint({
  name: 'rejectPrimaryIdp',
  summary: 'Reject the pending switch of the primary identity provider',
  method: 'DELETE',
  path,
})

/** A known person: someone who has signed in, or was imported. */
const KnownPerson = v.object({ name: v.string(), username: v.string() })
export type KnownPerson = v.InferOutput<typeof KnownPerson>

/** The first people or roles of possibly many. */
const some = <const Item extends v.GenericSchema>(item: Item) => v.object({ count: v.number(), first: v.array(item) })

/** A role or, with `role` null, the access to an application without roles. */
/** `application` null: a custom role of the tenant; `role` null: access to an application without a role. */
const LostRole = v.object({
  environment: v.string(),
  application: v.nullable(v.string()),
  role: v.nullable(v.string()),
})
export type LostRole = v.InferOutput<typeof LostRole>

/**
 * What a switch would change, by the people and groups seen so far. People of two providers are compared by user name
 * and e-mail address, for display only: it grants nothing.
 */
export const SwitchRehearsal = v.object({
  idp: v.string(),
  idpName: v.string(),
  group: v.string(),
  groupName: v.string(),
  /**
   * Known people of the new provider who would be Security Admins. `isTested`: the person has not signed in with it, but passed the
   * latest test login of this configuration with the group.
   */
  administrators: some(v.object({ ...KnownPerson.entries, isNew: v.boolean(), isTested: v.boolean() })),
  /** Today's Security Admins who would not be one at the new provider. */
  lost: some(KnownPerson),
  /** Roles that only groups of today's primary provider grant. */
  lostRoles: some(LostRole),
})
export type SwitchRehearsal = v.InferOutput<typeof SwitchRehearsal>

export const rehearsePrimaryIdp = endpoint({
  name: 'rehearsePrimaryIdp',
  summary: 'Show what a switch of the primary identity provider would change',
  method: 'GET',
  path: `${path}/rehearsal`,
  query: v.object({ idp: v.pipe(v.string(), v.uuid()), group: v.pipe(v.string(), v.uuid()) }),
  reply: SwitchRehearsal,
})

/** Why the person signed in cannot accept: an error id; null: they can. */
export const switchRefusals = ['IDP_SWITCH_NONE', 'IDP_SWITCH_OTHER_PROVIDER', 'IDP_SWITCH_NOT_MEMBER'] as const
export type SwitchRefusal = (typeof switchRefusals)[number]

export const IdpSwitch = v.object({
  refusal: v.nullable(v.picklist(switchRefusals)),
  /** null for a person who cannot accept. */
  pending: v.nullable(
    v.object({
      idpName: v.string(),
      groupName: v.string(),
      chosenBy: v.string(),
      chosenAt: v.string(),
      primaryName: v.nullable(v.string()),
      graceSecs: v.number(),
    }),
  ),
  /** The sign-in is less than five minutes old; otherwise Accept leads to the provider first. */
  isFresh: v.boolean(),
})
export type IdpSwitch = v.InferOutput<typeof IdpSwitch>

export const getIdpSwitch = endpoint({
  name: 'getIdpSwitch',
  summary: 'Read the switch of the primary identity provider that the signed-in person may accept',
  method: 'GET',
  path: '/portal/idp-switch',
  reply: IdpSwitch,
})

/** A posted form (spec section 2): `accept`, or `skip` for Not Now, which keeps the switch pending. */
export const answerIdpSwitch = endpoint({
  name: 'answerIdpSwitch',
  summary: 'Accept the pending switch of the primary identity provider, or skip it',
  method: 'POST',
  path: '/portal/idp-switch',
  body: v.object({
    action: v.picklist(['accept', 'skip']),
    'X-CSRFToken': v.string(),
    returnPath: v.optional(v.string()),
  }),
  bodyKind: 'form',
  success: 303,
})
