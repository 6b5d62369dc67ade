import { portalAppId } from './contract.ts'

/** Spec section 4: the portal first, the rest by label, case-insensitive. */
export function orderApplications<T extends { readonly id: string; readonly label: string }>(
  applications: readonly T[],
): T[] {
  const rank = (application: T) => (application.id === portalAppId ? 0 : 1)
  return applications.toSorted((a, b) => rank(a) - rank(b) || compareLabels(a.label, b.label))
}

export function compareLabels(a: string, b: string): number {
  return a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true }) || (a < b ? -1 : a > b ? 1 : 0)
}
