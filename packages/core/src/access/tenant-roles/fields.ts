import { nameLengthMax } from '../../kit/limits.ts'
import type { TypedLine, LineValues } from '../../kit/nouns/typed-lines.ts'

/**
 * What is typed, in the order of the form. Rules, the object of the API, forms, columns, flags of the command (`flag`),
 * changes, the command for the same change, and what is kept over a new sign-in are made from it.
 */
export const tenantRoleFields = [
  {
    name: 'label',
    flag: 'name',
    label: { text: 'Name' },
    summary: 'name, unique in the tenant',
    lengthMax: nameLengthMax,
    required: true,
    isName: true,
    errorIds: { required: 'TENANT_ROLE_LABEL_REQUIRED', tooLong: 'TENANT_ROLE_LABEL_TOO_LONG' },
  },
] as const satisfies readonly (TypedLine & { readonly flag: string })[]

/** What was typed, untrimmed. */
export type TenantRoleValues = LineValues<typeof tenantRoleFields>
