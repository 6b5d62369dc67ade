import * as v from 'valibot'

import { GroupId, roleGroupsMax } from '../portal-roles/contract.ts'

/**
 * Replaces a whole mapping (spec section 7). A provider or a group that is listed twice counts once. The provider's name
 * is that of GET.
 */
export const MappingInput = v.strictObject({
  tenantGroups: v.pipe(
    v.array(v.strictObject({ idp: v.string(), idpName: v.optional(v.string()), groups: v.array(GroupId) })),
    v.check((parts) => parts.reduce((count, { groups }) => count + groups.length, 0) <= roleGroupsMax, 'TOO_LONG'),
  ),
})
export type MappingInput = v.InferOutput<typeof MappingInput>
