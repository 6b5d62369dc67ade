import { compareLabels } from '../applications/order.ts'
import type { IdentityProvider } from './contract.ts'

/** The primary first, the others by name: the order of every face. */
export function orderProviders(providers: readonly IdentityProvider[]): IdentityProvider[] {
  return providers.toSorted((a, b) => Number(b.primary) - Number(a.primary) || compareLabels(a.name, b.name))
}
