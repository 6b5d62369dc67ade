import * as v from 'valibot'

import { nameLengthMax } from '../../kit/limits.ts'
import { nameOf } from '../../kit/text/names.ts'

/** How long a SCIM token is valid unless its maker chooses something else, in days. */
export const scimTokenDefaultDays = 365
/** The longest life, in days. */
export const scimTokenDaysMax = 3650

/** What an administrator chooses for a new token. The messages are error ids. */
export const NewScimToken = v.strictObject({
  /** What it is for, as with API tokens. */
  name: nameOf(nameLengthMax, { required: 'SCIM_TOKEN_NAME_REQUIRED', tooLong: 'SCIM_TOKEN_NAME_TOO_LONG' }),
  /** Without it, {@link scimTokenDefaultDays}. */
  expiresInDays: v.optional(
    v.pipe(
      v.number('INVALID_VALUE'),
      v.integer('INVALID_VALUE'),
      v.minValue(1, 'SCIM_TOKEN_DAYS'),
      v.maxValue(scimTokenDaysMax, 'SCIM_TOKEN_DAYS'),
    ),
  ),
  /** true: requests with this token are checked and answered as if they were applied, but change nothing. */
  dryRun: v.optional(v.boolean('INVALID_VALUE')),
})
export type NewScimToken = v.InferOutput<typeof NewScimToken>

/** What can change on a token. */
export const ScimTokenInput = v.strictObject({ active: v.boolean('INVALID_VALUE') })
export type ScimTokenInput = v.InferOutput<typeof ScimTokenInput>
