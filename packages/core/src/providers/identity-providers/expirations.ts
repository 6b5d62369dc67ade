import { daysUntil, expiringDays } from '../../kit/expiry.ts'
import type { IdentityProvider } from './contract.ts'

/** A certificate or secret of a provider with its expiry. */
export type ProviderExpiration = {
  readonly what: 'certificate1' | 'certificate2' | 'applicationSecret' | 'nextApplicationSecret'
  /** RFC 3339, or a calendar day. */
  readonly at: string
  /** From when it can be used; null if that is not known. */
  readonly from: string | null
  /** Whole days left; negative afterwards. */
  readonly days: number
  /** `extended`: expired, and accepted until `extendedUntil`. */
  readonly state: 'valid' | 'expiring' | 'expired' | 'extended'
  readonly extendedUntil: string | null
}

/** The certificates and secrets of a provider that expire, earliest first. `now` in milliseconds since the epoch. */
export function expirationsOf(
  provider: Pick<IdentityProvider, 'certificates' | 'config'>,
  now: number,
): ProviderExpiration[] {
  const certificates = provider.certificates.flatMap(({ slot, notBefore, notAfter, extendedUntil }) =>
    notAfter === null
      ? []
      : [
          expirationOf(
            slot === 1 ? 'certificate1' : 'certificate2',
            { at: notAfter, from: notBefore, extendedUntil },
            now,
          ),
        ],
  )
  const secrets = (['applicationSecret', 'nextApplicationSecret'] as const).flatMap((what) => {
    const day = provider.config[`${what}EndsOn`]
    if (typeof day !== 'string' || day === '') return []
    const start = provider.config[`${what}StartsOn`]
    const from = typeof start === 'string' && start !== '' ? start : null
    return [expirationOf(what, { at: day, from, extendedUntil: null }, now)]
  })
  return [...certificates, ...secrets].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function expirationOf(
  what: ProviderExpiration['what'],
  dates: Pick<ProviderExpiration, 'at' | 'from' | 'extendedUntil'>,
  now: number,
): ProviderExpiration {
  const { at, extendedUntil } = dates
  const days = daysUntil(at, now)
  if (Date.parse(at) > now) return { ...dates, what, days, state: days <= expiringDays ? 'expiring' : 'valid' }
  const isExtended = extendedUntil !== null && Date.parse(extendedUntil) > now
  return { ...dates, what, days, state: isExtended ? 'extended' : 'expired' }
}

export function kindOfEnd({ what }: Pick<ProviderExpiration, 'what'>): 'certificate' | 'secret' {
  return what === 'certificate1' || what === 'certificate2' ? 'certificate' : 'secret'
}

/** Whether another one of its kind is valid for longer and can be used when it ends, so that nothing stops working then. */
export function isReplaced(end: ProviderExpiration, ends: readonly ProviderExpiration[], now: number): boolean {
  return ends.some(
    (other) =>
      kindOfEnd(other) === kindOfEnd(end) &&
      other.state === 'valid' &&
      startOfEnd(other) <= Math.max(Date.parse(end.at), now),
  )
}

/** From when it can be used, in milliseconds since the epoch; 0 if that is not known. */
export function startOfEnd({ from }: ProviderExpiration): number {
  return from === null ? 0 : Date.parse(from)
}
