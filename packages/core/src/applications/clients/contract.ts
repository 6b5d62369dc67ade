import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { ClientConfig, metadataTextMax } from './rules.ts'

/** How an application signs people in in an environment. Secrets are shown once, when they are made. */
export const ApplicationSignIn = v.object({
  /** null: it is not registered. */
  config: v.nullable(ClientConfig),
  /** The client id of OpenID; null: it is not registered. */
  clientId: v.nullable(v.string()),
  /** null: there is no client secret. */
  secretMadeAt: v.nullable(v.string()),
  /** Until then the replaced secret counts too. */
  previousSecretUntil: v.nullable(v.string()),
  /** The signing certificates of a service provider, in their order. */
  certificates: v.array(v.object({ subject: v.nullable(v.string()), notAfter: v.nullable(v.string()) })),
  /** Names of the identity providers whose people may open the application. */
  openedBy: v.array(v.string()),
  /** What an administrator of the application enters there. */
  provider: v.object({
    issuer: v.string(),
    discoveryUrl: v.string(),
    /** Entity ID and address of our SAML metadata. */
    samlEntityId: v.string(),
    samlSsoUrl: v.string(),
    samlSloUrl: v.string(),
  }),
})
export type ApplicationSignIn = v.InferOutput<typeof ApplicationSignIn>

const path = '/portal/admin/environments/{envId}/applications/{appId}/sign-in'

export const getApplicationSignIn = endpoint({
  name: 'getApplicationSignIn',
  summary: 'Read how an application signs people in; config is null when it is not registered',
  method: 'GET',
  path,
  reply: ApplicationSignIn,
})

/** The client id and the secret stay; a secret that the new configuration does not use ends. */
export const putApplicationSignIn = endpoint({
  name: 'putApplicationSignIn',
  summary: 'Register an application for single sign-on, or change its registration; config null removes it',
  method: 'PUT',
  path,
  body: v.strictObject({ config: v.nullable(ClientConfig) }),
  reply: ApplicationSignIn,
})

export const removeApplicationSignIn = endpoint({
  name: 'removeApplicationSignIn',
  summary: 'Remove the registration of an application',
  method: 'DELETE',
  path,
})

/** Status 200, not 201: an answer with a secret must not be kept for an Idempotency-Key. */
export const replaceApplicationSecret = endpoint({
  name: 'replaceApplicationSecret',
  summary:
    'Create a client secret; the response shows it once, and the old one is accepted for one more day unless now is true',
  method: 'POST',
  path: `${path}/secret`,
  body: v.strictObject({ now: v.optional(v.boolean(), false) }),
  reply: v.object({ signIn: ApplicationSignIn, secret: v.string() }),
  success: 200,
})

/** Nothing is saved by it. */
export const readApplicationMetadata = endpoint({
  name: 'readApplicationMetadata',
  summary: 'Read the SAML metadata of an application into a configuration to look at',
  method: 'POST',
  reads: true,
  path: `${path}/metadata`,
  body: v.strictObject({
    url: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000, 'TOO_LONG'))),
    document: v.optional(v.pipe(v.string(), v.maxLength(metadataTextMax, 'TOO_LONG'))),
  }),
  bodyBytesMax: 2 * metadataTextMax,
  reply: v.object({ config: ClientConfig, warnings: v.array(v.string()) }),
  success: 200,
})
