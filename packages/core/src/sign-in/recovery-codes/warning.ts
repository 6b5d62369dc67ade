import { daysUntil, expiringDays } from '../../kit/expiry.ts'
import type { WordId } from '../../kit/words/english.ts'
import type { RecoveryCodes } from './contract.ts'

export type RecoveryWarning = { readonly id: WordId; readonly days: number | undefined }

/** What an administrator should do about the codes, if anything. `now` in milliseconds since the epoch. */
export function recoveryWarning(codes: RecoveryCodes, now: number): RecoveryWarning | undefined {
  const { made, drilled, expiresOn, codesLeft } = codes
  if (made === null || expiresOn === null) return { id: 'recoveryCodes.none', days: undefined }
  const days = daysUntil(expiresOn, now)
  if (Date.parse(expiresOn) <= now) return { id: 'recoveryCodes.expired', days }
  if (codesLeft === 0) return { id: 'recoveryCodes.usedUp', days: undefined }
  if (drilled === null) return { id: 'recoveryCodes.notArmed', days: undefined }
  if (days <= expiringDays) return { id: 'recoveryCodes.expiring', days }
  return codesLeft === 1 ? { id: 'recoveryCodes.oneLeft', days: undefined } : undefined
}
