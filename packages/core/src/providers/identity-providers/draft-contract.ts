import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { IdentityProvider } from './contract.ts'

export const confirmWithinMinSecs = 60
export const confirmWithinMaxSecs = 86_400

const idp = '/portal/admin/tenant/idps/{id}'

/** Spec section 4: the check box that confirms a test login. Refused unless exactly this draft is proven. */
export const keepIdentityProvider = endpoint({
  name: 'keepIdentityProvider',
  summary: 'Put the tested draft of an identity provider into effect',
  method: 'POST',
  path: `${idp}/keep`,
  body: v.strictObject({
    confirmed: v.literal(true, 'CONFIRMATION_REQUIRED'),
    /**
     * Seconds after which the change reverts by itself, unless a Security Admin signs in with this provider before (at a
     * provider that is not primary: anyone). Without it the change stays.
     */
    confirmWithinSecs: v.optional(
      v.pipe(
        v.number('CONFIRM_WITHIN'),
        v.integer('CONFIRM_WITHIN'),
        v.minValue(confirmWithinMinSecs, 'CONFIRM_WITHIN'),
        v.maxValue(confirmWithinMaxSecs, 'CONFIRM_WITHIN'),
      ),
    ),
  }),
  reply: IdentityProvider,
})

export const revertIdentityProvider = endpoint({
  name: 'revertIdentityProvider',
  summary: 'Discard the draft of an identity provider, or take back an unconfirmed change',
  method: 'POST',
  path: `${idp}/revert`,
  /** `unconfirmed`: the change that reverts by itself reverts now; a draft stays. */
  query: v.object({ change: v.optional(v.picklist(['draft', 'unconfirmed'], 'INVALID_VALUE')) }),
  /** null: the provider was never kept, and is removed. */
  reply: v.object({ idp: v.nullable(IdentityProvider) }),
})
