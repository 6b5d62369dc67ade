import { orderByName } from '../../kit/lists/order.ts'
import { productionType, type Environment } from './contract.ts'

type Sections<T> = { readonly production: T[]; readonly nonProduction: T[] }

/** Spec section 2: production, and the rest under a separate label; each by name. */
export function environmentSections<T extends Environment>(environments: readonly T[]): Sections<T> {
  return sectionsInOrder(orderByName(environments, ({ name }) => name))
}

/** The same for environments that are already in order. */
export function sectionsInOrder<T extends Environment>(environments: readonly T[]): Sections<T> {
  return {
    production: environments.filter((one) => one.type === productionType),
    nonProduction: environments.filter((one) => one.type !== productionType),
  }
}
