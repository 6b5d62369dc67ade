import { orderByName } from '../../kit/lists/order.ts'
import { portalAppId } from './contract.ts'

/** Spec section 4: the portal first, the rest by label, case-insensitive. */
export function orderApplications<T extends { readonly id: string; readonly label: string }>(
  applications: readonly T[],
): T[] {
  return orderByName(
    applications,
    ({ label }) => label,
    ({ id }) => (id === portalAppId ? 0 : 1),
  )
}
