import { orderByName } from '../lists/order.ts'
import { productionType, type Environment } from './contract.ts'

/** Spec section 2: production, and the rest under a separate label; each by name. */
export function environmentSections<T extends Environment>(
  environments: readonly T[],
): { production: T[]; nonProduction: T[] } {
  const sorted = orderByName(environments, ({ name }) => name)
  return {
    production: sorted.filter((one) => one.type === productionType),
    nonProduction: sorted.filter((one) => one.type !== productionType),
  }
}
