import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { IdleTimeText } from './rules.ts'

const path = '/portal/admin/settings/idletime'

/** Spec section 3, "Idle time": `idletime` as hh:mm. `readonly`: the operator decides it by the tenant file. */
export const IdleTime = v.object({ idletime: v.string(), readonly: v.boolean() })
export type IdleTime = v.InferOutput<typeof IdleTime>

export const getIdleTime = endpoint({
  name: 'getIdleTime',
  summary: 'Read how long a session can be idle before it ends',
  method: 'GET',
  path,
  reply: IdleTime,
})

/**
 * Running sessions have it at once. Forms refuse the current time; here it changes nothing, so that a repeated call is
 * harmless. The body may carry `readonly` as it was read. 403 `IDLE_TIME_READ_ONLY`.
 */
export const putIdleTime = endpoint({
  name: 'putIdleTime',
  summary: 'Set how long a session can be idle before it ends',
  method: 'PUT',
  path,
  body: v.strictObject({ idletime: IdleTimeText, readonly: v.optional(v.boolean()) }),
})
