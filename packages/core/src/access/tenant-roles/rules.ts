import type * as v from 'valibot'

import { lineRules } from '../../kit/text/lines.ts'
import { tenantRoleFields } from './fields.ts'

/** What may be saved, for the form, the command and the server alike. */
export const TenantRoleInput = lineRules(tenantRoleFields)
export type TenantRoleInput = v.InferOutput<typeof TenantRoleInput>
