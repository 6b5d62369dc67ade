import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { IdentityProvider, OurMetadata } from '../../providers/identity-providers/contract.ts'
import { IdentityProviderInput } from '../../providers/identity-providers/rules.ts'
import { identityProviderTypes } from '../../providers/identity-providers/types.ts'
import { StoredFormats } from '../../providers/username-formats/contract.ts'
import { UsernameFormats } from '../../providers/username-formats/rules.ts'
import { setupProductIds } from './product-ids.ts'
import { setupSteps } from './rules.ts'

const setup = '/portal/admin/setup'

const choice = {
  /** Where the wizard continues, in this browser and any other. */
  step: v.picklist(setupSteps),
  /** The product whose guide is shown; null for another product. */
  product: v.nullable(v.picklist(setupProductIds)),
  type: v.nullable(v.picklist(identityProviderTypes, 'IDP_TYPE')),
}

/** The first-time setup of a tenant, as far as it is done. */
export const Setup = v.object({
  ...choice,
  tenantName: v.string(),
  /** When the setup URL stops opening the wizard. */
  expiresOn: v.string(),
  /** Id of the provider, and so part of our addresses, from the choice of a type on; null before. */
  idp: v.nullable(v.string()),
  /** null until its configuration is saved. It accepts no sign-ins before the setup is complete. */
  provider: v.nullable(IdentityProvider),
  /** The latest test login. */
  testId: v.nullable(v.string()),
  /** Name of the primary provider that completing the setup replaces; null in a new tenant. */
  replaces: v.nullable(v.string()),
})
export type Setup = v.InferOutput<typeof Setup>

const token = { token: v.pipe(v.string(), v.trim(), v.maxLength(200, 'SETUP_URL_REFUSED')) }

/** `session`: what ends in this browser when the setup begins; null: nothing. Its name is null where no person signed in. */
export const SetupUrl = v.object({
  tenantName: v.string(),
  session: v.nullable(v.object({ name: v.nullable(v.string()), tenantName: v.string() })),
})
export type SetupUrl = v.InferOutput<typeof SetupUrl>

export const readSetupUrl = endpoint({
  name: 'readSetupUrl',
  summary: 'Read which tenant a setup URL sets up, without opening it',
  method: 'POST',
  path: '/login/setup/tenant',
  body: v.strictObject(token),
  reply: SetupUrl,
  outsideWrapper: true,
})

/** Exchanges the token of a setup URL for a session that opens the setup and nothing else. */
export const beginSetup = endpoint({
  name: 'beginSetup',
  summary: 'Open a setup URL: begins a session that can set up a tenant and nothing else',
  method: 'POST',
  path: '/login/setup',
  body: v.strictObject(token),
  reply: v.object({ redirectUrl: v.string(), expiresOn: v.string() }),
  outsideWrapper: true,
})

export const getSetup = endpoint({
  name: 'getSetup',
  summary: 'Read the first-time setup with its primary identity provider',
  method: 'GET',
  path: `${setup}/tenant/idp/primary`,
  reply: Setup,
})

/** `values` saves the configuration of the provider. Another type discards the provider that was configured. */
export const saveSetup = endpoint({
  name: 'saveSetup',
  summary: 'Choose the type of the primary identity provider, or save its configuration',
  method: 'PUT',
  path: `${setup}/tenant/idp/primary`,
  body: v.strictObject({ ...choice, values: v.optional(IdentityProviderInput) }),
  reply: Setup,
})

export const getSetupFormats = endpoint({
  name: 'getSetupFormats',
  summary: 'Read the username formats of the identity provider in the setup',
  method: 'GET',
  path: `${setup}/tenant/suffix`,
  reply: StoredFormats,
})

export const saveSetupFormats = endpoint({
  name: 'saveSetupFormats',
  summary: 'Replace the username formats of the identity provider in the setup',
  method: 'POST',
  path: `${setup}/tenant/suffix`,
  body: UsernameFormats,
  reply: StoredFormats,
})

export const getSetupMetadata = endpoint({
  name: 'getSetupMetadata',
  summary: 'Our metadata for the identity provider in the setup',
  method: 'GET',
  path: `${setup}/tenant/idp-metadata/{type}`,
  reply: OurMetadata,
})

/** Groups of the person who passed the latest test login of exactly this configuration; none before. */
export const listSetupGroups = endpoint({
  name: 'listSetupGroups',
  summary: 'List the groups of the test login, for the initial group assignment',
  method: 'GET',
  path: `${setup}/groups`,
  reply: v.object({
    username: v.nullable(v.string()),
    groups: v.array(v.object({ claim: v.string(), name: v.string() })),
  }),
})

/**
 * The initial group assignment, which completes the setup: the provider becomes primary and takes effect, the group gets
 * the Security Admin role, and the setup URL with its sessions ends.
 */
export const completeSetup = endpoint({
  name: 'completeSetup',
  summary: 'Assign the Security Admin role to a group and complete the setup',
  method: 'POST',
  path: `${setup}/groups`,
  body: v.strictObject({
    group: v.pipe(v.string('SETUP_GROUP_REQUIRED'), v.nonEmpty('SETUP_GROUP_REQUIRED'), v.maxLength(2000, 'TOO_LONG')),
  }),
  reply: v.object({ signInUrl: v.string() }),
})
