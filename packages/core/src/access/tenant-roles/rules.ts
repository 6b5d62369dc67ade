import * as v from 'valibot'

import { nameLengthMax } from '../../kit/limits.ts'
import { nameOf } from '../../kit/text/names.ts'
import type { TenantRoleFieldName } from './fields.ts'

/** What may be saved, for the form, the command and the server alike; one rule for each field. Messages are error ids. */
export const TenantRoleInput = v.strictObject({
  label: nameOf(nameLengthMax, { required: 'TENANT_ROLE_LABEL_REQUIRED', tooLong: 'TENANT_ROLE_LABEL_TOO_LONG' }),
} satisfies Record<TenantRoleFieldName, unknown>)
export type TenantRoleInput = v.InferOutput<typeof TenantRoleInput>
