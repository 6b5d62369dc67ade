import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

/** What a banner of the operator says it is. */
export type BannerType = 'info' | 'warning' | 'error'

/** Spec section 3, "Session". `expiresOn` is absolute (RFC 3339): the client derives what is left from it. */
export const CloudSession = v.object({
  expiresOn: v.string(),
  sessionIdleSecs: v.number(),
  deactivated: v.boolean(),
  /** A repair session, which a recovery code began: it is never extended. */
  repair: v.optional(v.boolean()),
  /** A setup session, which a setup URL began: it is never extended. */
  setup: v.optional(v.boolean()),
  systemBanner: v.nullable(
    v.object({
      message: v.string(),
      type: v.string(),
      errMsg: v.optional(v.string()),
      errCode: v.optional(v.string()),
    }),
  ),
})
export type CloudSession = v.InferOutput<typeof CloudSession>

const path = '/portal/cloudsession'

export const getSession = endpoint({
  name: 'getSession',
  summary: 'Read when the session ends, without extending it',
  method: 'GET',
  path,
  reply: CloudSession,
})

export const renewSession = endpoint({
  name: 'renewSession',
  summary: 'Extend the session',
  method: 'PUT',
  path,
  reply: CloudSession,
})
