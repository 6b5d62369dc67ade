import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

const path = '/portal/admin/settings/support-access'

/**
 * Whether support users of the vendor may enter the tenant (`allowProsAccess`, spec section 3), and whether they may change
 * something there (`allowProsChange`). Both are off until an administrator switches them on.
 */
export const SupportAccess = v.object({ allowProsAccess: v.boolean(), allowProsChange: v.boolean() })
export type SupportAccess = v.InferOutput<typeof SupportAccess>

export const getSupportAccess = endpoint({
  name: 'getSupportAccess',
  summary: 'Read whether support users may enter the tenant',
  method: 'GET',
  path,
  reply: SupportAccess,
})

/** Switching `allowProsAccess` off ends running support sessions. An absent `allowProsChange` is off. */
export const putSupportAccess = endpoint({
  name: 'putSupportAccess',
  summary: 'Set whether support users may enter the tenant',
  method: 'PUT',
  path,
  body: v.pipe(
    v.strictObject({ allowProsAccess: v.boolean(), allowProsChange: v.optional(v.boolean(), false) }),
    v.forward(
      v.check(
        ({ allowProsAccess, allowProsChange }) => allowProsAccess || !allowProsChange,
        'SUPPORT_CHANGE_NEEDS_ACCESS',
      ),
      ['allowProsChange'],
    ),
  ),
  reply: SupportAccess,
})
