import type { Provisioning } from './contract.ts'

/** All answers of `provisioningState` for an application that people are sent to, or were. */
export const provisioningStates = ['on', 'retrying', 'refused', 'off', 'unauthorized', 'removals', 'restored'] as const

type Deciding = Pick<Provisioning, 'pausedReason' | 'failedAttempts' | 'refusedKind'> & {
  readonly config: { readonly enabled: boolean } | null
}

/** In one word, for tables, `--json` and metrics: `none`, `on`, `retrying`, `refused`, `off`, or why it is paused. */
export function provisioningState({
  config,
  pausedReason,
  failedAttempts,
  refusedKind,
}: Deciding): 'none' | (typeof provisioningStates)[number] {
  if (config === null) return 'none'
  if (!config.enabled) return pausedReason ?? 'off'
  if (refusedKind !== null) return 'refused'
  return failedAttempts > 0 ? 'retrying' : 'on'
}
