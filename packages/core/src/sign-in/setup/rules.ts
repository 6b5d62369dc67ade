export { setupUrlHours } from '../../kit/limits.ts'

/** A session that a setup URL began ends after this many hours, and with its URL; the URL begins another one. */
export const setupSessionHours = 12

/** The steps of the wizard in order (spec section 2): identity provider type, configuration, username format. */
export const wizardSteps = [1, 2, 3] as const

/** The same, and what follows the wizard: the test with the group assignment. */
export const setupSteps = [...wizardSteps, 4] as const
export type SetupStep = (typeof setupSteps)[number]

type Progress = {
  readonly type: string | null
  readonly provider: { readonly prefixes: readonly string[]; readonly suffixes: readonly string[] } | null
}

/** The last step whose predecessors are all done. */
export function reachOf({ type, provider }: Progress): SetupStep {
  if (type === null) return 1
  if (provider === null) return 2
  return provider.prefixes.length + provider.suffixes.length === 0 ? 3 : 4
}
