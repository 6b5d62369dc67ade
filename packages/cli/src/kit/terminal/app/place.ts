import type { IdentityProviderType, MappingTarget } from '@portico/core'

type NamedApplication = { readonly id: string; readonly label: string }

/** Places of an environment. */
export type EnvironmentPlace =
  | { readonly view: 'applications'; readonly environmentId: string }
  | { readonly view: 'app-roles'; readonly environmentId: string; readonly app: NamedApplication }
  | { readonly view: 'mappings'; readonly environmentId: string; readonly app?: NamedApplication }
  | { readonly view: 'matrix'; readonly environmentId: string }
  /** What the environment would become with the mappings of the environment `from`. */
  | { readonly view: 'comparison'; readonly environmentId: string; readonly from: string }
  | { readonly view: 'mapping'; readonly environmentId: string; readonly target: MappingTarget }
  /** How the application signs people in. */
  | {
      readonly view: 'client'
      readonly environmentId: string
      readonly app: NamedApplication & { readonly urn?: string }
    }
  /** Provisioning of the application, and what is not up to date there. */
  | {
      readonly view: 'provisioning'
      readonly environmentId: string
      readonly app: NamedApplication & { readonly urn?: string }
    }
  | {
      readonly view: 'provisioning-behind'
      readonly environmentId: string
      readonly app: NamedApplication & { readonly urn?: string }
    }
  | {
      readonly view: 'provisioning-taken'
      readonly environmentId: string
      readonly app: NamedApplication & { readonly urn?: string }
    }
  /** The people who can open the application. */
  | { readonly view: 'openers'; readonly environmentId: string; readonly id: string }
  | { readonly view: 'service-accounts'; readonly environmentId: string }
  | { readonly view: 'service-account-create'; readonly environmentId: string }
  | { readonly view: 'service-account-edit'; readonly environmentId: string; readonly id: string }

/** `user`: a username, or the id of a person whose username is `name`. No environment, or no application: all of them. */
export type ExplainPlace = {
  readonly view: 'explain'
  readonly user: string
  readonly name?: string | undefined
  readonly environment?: { readonly id: string; readonly name: string } | undefined
  readonly application?: { readonly id: string; readonly label: string } | undefined
}

/** Places of the whole tenant: changes here affect all environments. */
export type TenantPlace =
  | { readonly view: 'identity-providers' }
  | { readonly view: 'identity-provider-create'; readonly type: IdentityProviderType }
  | { readonly view: 'identity-provider'; readonly id: string }
  | { readonly view: 'username-formats'; readonly id: string }
  | { readonly view: 'provider-values'; readonly id: string }
  /** SCIM of an identity provider, what its directory has sent, and people of it who never signed in. */
  | { readonly view: 'scim'; readonly id: string }
  | { readonly view: 'scim-inbox'; readonly id: string }
  | { readonly view: 'scim-unseen'; readonly id: string }
  | { readonly view: 'provider-draft'; readonly id: string }
  | { readonly view: 'all-formats' }
  | { readonly view: 'certificates' }
  | { readonly view: 'notices' }
  /** Without `target`, all of it. */
  | { readonly view: 'audit'; readonly target?: { readonly kind: string; readonly id: string; readonly name: string } }
  | { readonly view: 'portal-roles' }
  | { readonly view: 'branding' }
  | { readonly view: 'idle-time' }
  | { readonly view: 'support-access' }
  /** What was done in a support session; `name` is the support user's. */
  | { readonly view: 'support-transcript'; readonly id: string; readonly name: string }
  | { readonly view: 'webhooks' }
  | { readonly view: 'webhook-create' }
  | { readonly view: 'webhook'; readonly id: string }
  /** Without `id`, of the primary identity provider. */
  | { readonly view: 'groups'; readonly id?: string }
  | { readonly view: 'group-uses'; readonly id: string; readonly name: string }
  /** All mappings by environment, application and role; or what one group gives. */
  | { readonly view: 'mapping-tree' }
  | { readonly view: 'group-tree'; readonly id: string; readonly name: string }
  | { readonly view: 'roles' }
  | { readonly view: 'people' }
  | { readonly view: 'person'; readonly id: string }
  | ExplainPlace
  | { readonly view: 'sign-ins' }
  | { readonly view: 'sign-in'; readonly code: string }
  | { readonly view: 'whereis'; readonly username: string }

/** The tenants of the deployment, for people with the Support role; nothing is changed there. */
export type OperationsPlace =
  | { readonly view: 'operations' }
  | { readonly view: 'operated-tenant'; readonly slug: string }

/** A place in the terminal UI, from which history, breadcrumbs and the browser's address are derived. */
export type Place =
  | { readonly view: 'overview' }
  | { readonly view: 'environments' }
  | { readonly view: 'launcher' }
  | { readonly view: 'sessions' }
  | { readonly view: 'api-tokens' }
  | { readonly view: 'api-token-create' }
  | OperationsPlace
  | EnvironmentPlace
  | TenantPlace

/** Places that change neither the tenant nor an environment. */
const elsewhere: ReadonlySet<Place['view']> = new Set([
  'overview',
  'environments',
  'launcher',
  'sessions',
  'api-tokens',
  'api-token-create',
  'operations',
  'operated-tenant',
])

export function isTenantPlace(place: Place | undefined): place is TenantPlace {
  return place !== undefined && !elsewhere.has(place.view) && !('environmentId' in place)
}

/** Places of the sidebar. Every other one is opened from a screen, to which Esc returns. */
const firstLevel: ReadonlySet<Place['view']> = new Set([
  'overview',
  'environments',
  'applications',
  'service-accounts',
  'identity-providers',
  'all-formats',
  'certificates',
  'notices',
  'sign-ins',
  'whereis',
  'people',
  'portal-roles',
  'roles',
  'mappings',
  'groups',
  'audit',
  'branding',
  'idle-time',
  'support-access',
  'webhooks',
  'launcher',
  'sessions',
  'api-tokens',
  'operations',
])

export function isFirstLevel(place: Place): boolean {
  // Groups of one provider and the history of one object are lists of the sidebar, opened for something.
  const isOfOne = (place.view === 'groups' && place.id !== undefined) || (place.view === 'audit' && 'target' in place)
  return firstLevel.has(place.view) && !isOfOne
}

export function samePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
