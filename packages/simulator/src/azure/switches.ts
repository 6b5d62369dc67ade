import { claimOddities, missingOddities, signatureOddities } from '../control/switches.ts'
import { changeByTable, type SwitchesOf, usualOf } from '../control/switch-table.ts'

/** Faults that a simulated Microsoft directory can be configured to have. */
export const azureSwitchTable = {
  /** Graph answers 403 Authorization_RequestDenied: admin consent is missing. */
  noGraphPermission: 'flag',
  /** Every person is in 250 more groups: too many for a token, which then points at Graph. */
  manyGroups: 'flag',
  /** Every person is in 12,000 more groups: too many for one getMemberGroups as well. */
  hugeGroups: 'flag',
  /** An overage shows as `hasgroups: true` instead of `_claim_names`. */
  hasgroups: 'flag',
  /** ID tokens speak of another directory, in `tid` and `iss`. */
  otherTenant: 'flag',
  /** The token endpoint says AADSTS7000222 to every client. */
  expiredSecret: 'flag',
  /** Seconds to wait before each answer of the authority. */
  slowSecs: { least: 0, most: 120 },
  /** A new key signs; both are published. */
  rotatedKeys: 'flag',
  /** ID tokens have the other version's issuer and claims. */
  wrongVersion: 'flag',
  /** Seconds to wait before each answer of Graph. */
  graphSlow: { least: 0, most: 120 },
  /** Graph answers 503. */
  graphDown: 'flag',
  /** The ID token has false claims as an OpenID provider's would; see `control/switches.ts`. */
  odd: [...claimOddities, ...signatureOddities, ...missingOddities],
} as const

export type AzureSwitches = SwitchesOf<typeof azureSwitchTable>

export const usualAzure: AzureSwitches = usualOf(azureSwitchTable)

export function changeAzureSwitches(now: AzureSwitches, change: unknown): AzureSwitches {
  return changeByTable(azureSwitchTable, now, change)
}
