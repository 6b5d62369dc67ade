import * as v from 'valibot'

import { graceDaysMax } from '../../kit/limits.ts'

const day = 86_400

/** Longest time for which the groups of the earlier primary provider keep the Security Admin role. */
export const graceSecsMax = graceDaysMax * day

/** What the forms offer unless the administrator says otherwise. */
export const graceSecsDefault = 2 * day

/**
 * Which group of which provider will administer the tenant; both null: no switch is pending. `graceSecs`: how long the
 * groups of the earlier primary provider keep the role after the switch, in seconds; 0: not at all.
 */
export const PrimaryIdpInput = v.pipe(
  v.strictObject({
    idp: v.nullable(v.pipe(v.string(), v.uuid('IDP_SWITCH_PROVIDER'))),
    group: v.nullable(v.pipe(v.string(), v.uuid('IDP_SWITCH_GROUP'))),
    graceSecs: v.optional(
      v.pipe(
        v.number('IDP_SWITCH_GRACE'),
        v.integer('IDP_SWITCH_GRACE'),
        v.minValue(0, 'IDP_SWITCH_GRACE'),
        v.maxValue(graceSecsMax, 'IDP_SWITCH_GRACE'),
      ),
      0,
    ),
  }),
  v.forward(
    v.check(({ idp, group }) => (idp === null) === (group === null), 'IDP_SWITCH_GROUP'),
    ['group'],
  ),
)
export type PrimaryIdpInput = v.InferOutput<typeof PrimaryIdpInput>
