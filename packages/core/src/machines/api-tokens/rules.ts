import * as v from 'valibot'

import { nameLengthMax } from '../../kit/limits.ts'
import { nameOf } from '../../kit/text/names.ts'

/** Roles of one kind in one token. */
export const apiTokenRolesMax = 100
/** How long a token is valid unless its maker chooses something else. The server's setting can be shorter. */
export const apiTokenDefaultDays = 90
/** The longest life that a server setting can allow. */
export const apiTokenDaysLimit = 3650

const ids = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(100, 'INVALID_VALUE'))),
  v.maxLength(apiTokenRolesMax, 'API_TOKEN_ROLES_TOO_MANY'),
)

/** A time with seconds and a time zone (RFC 3339). */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** What a person chooses for a new token. The messages are error ids. */
export const ApiTokenInput = v.pipe(
  v.strictObject({
    name: nameOf(nameLengthMax, { required: 'API_TOKEN_NAME_REQUIRED', tooLong: 'API_TOKEN_NAME_TOO_LONG' }),
    /** Ids of the person's own roles in the application. */
    roles: v.optional(ids),
    /** Ids of the person's own custom roles. */
    tenantRoles: v.optional(ids),
    /** Days from now; without it and `expiresAt`, {@link apiTokenDefaultDays}. */
    expiresInDays: v.optional(
      v.pipe(
        v.number('INVALID_VALUE'),
        v.integer('INVALID_VALUE'),
        v.minValue(1, 'API_TOKEN_EXPIRY_PAST'),
        v.maxValue(apiTokenDaysLimit, 'API_TOKEN_EXPIRY_LATE'),
      ),
    ),
    /** RFC 3339; instead of `expiresInDays`. */
    expiresAt: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => moment.test(text) && !Number.isNaN(Date.parse(text)), 'INVALID_VALUE'),
      ),
    ),
  }),
  v.forward(
    v.check(({ expiresInDays, expiresAt }) => expiresInDays === undefined || expiresAt === undefined, 'INVALID_VALUE'),
    ['expiresAt'],
  ),
)
export type ApiTokenInput = v.InferOutput<typeof ApiTokenInput>
