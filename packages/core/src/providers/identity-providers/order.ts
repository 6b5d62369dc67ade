import { orderByName } from '../../kit/lists/order.ts'
import type { IdentityProvider } from './contract.ts'

/** The primary first, the others by name: the order of every face. */
export function orderProviders(providers: readonly IdentityProvider[]): IdentityProvider[] {
  return orderByName(
    providers,
    ({ name }) => name,
    ({ primary }) => (primary ? 0 : 1),
  )
}
