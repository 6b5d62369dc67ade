import * as v from 'valibot'

import { lineOf } from '../../kit/text/rules.ts'

export const supportReasonLengthMax = 500

/** How long a support session lasts at most, however it is used. */
export const supportHours = { least: 1, most: 8, usual: 1 } as const

export const SupportReason = lineOf(supportReasonLengthMax, { required: 'SUPPORT_REASON_REQUIRED' })

export const SupportHours = v.pipe(
  v.number(),
  v.integer('SUPPORT_HOURS'),
  v.minValue(supportHours.least, 'SUPPORT_HOURS'),
  v.maxValue(supportHours.most, 'SUPPORT_HOURS'),
)
