import { endsOf, type ProviderEnd } from '../identity-providers/ends.ts'
import type { IdentityProvider } from '../identity-providers/contract.ts'
import { needsFormat } from '../identity-providers/rules.ts'

/** `urgent` within a week, `soon` within a month, `later` within `expiringDays` of ends.ts. */
export type AttentionLevel = 'urgent' | 'soon' | 'later'

/** How many days before an expiry it becomes `urgent` or `soon`. */
export const urgentDays = 7
export const soonDays = 30

/** One thing about an identity provider that an administrator should look at. */
export type Attention = {
  readonly level: AttentionLevel
  readonly kind: 'certificate' | 'secret' | 'provider'
  readonly provider: Pick<IdentityProvider, 'id' | 'name'>
  readonly about:
    | { readonly what: 'end'; readonly end: ProviderEnd; readonly isReplaced: boolean }
    /** It cannot be used yet, and nothing else of its kind can. */
    | { readonly what: 'early'; readonly end: ProviderEnd }
    /** `formats`: the number of domains that lead to it. */
    | { readonly what: 'off'; readonly formats: number }
    | { readonly what: 'no-format' }
    | { readonly what: 'pending-switch' }
}

/** What needs attention at these providers, in their order. `now` in milliseconds since the epoch. */
export function attentionOf(providers: readonly IdentityProvider[], now: number): readonly Attention[] {
  return providers.flatMap((provider) => [...endings(provider, now), ...states(provider)])
}

function endings(provider: IdentityProvider, now: number): readonly Attention[] {
  const ends = endsOf(provider, now)
  const expiring = ends
    .filter(({ state }) => state !== 'valid')
    .map((end): Attention => {
      const kind = kindOf(end)
      // Another one is valid for longer: nothing stops working when this one expires.
      const isReplaced = ends.some(
        (other) => kindOf(other) === kind && other.state === 'valid' && follows(other, end, now),
      )
      const level = isReplaced || !provider.enabled ? 'later' : levelOf(end)
      return { level, kind, provider, about: { what: 'end', end, isReplaced } }
    })
  const early = ends
    .filter((end) => startOf(end) > now && !ends.some((other) => kindOf(other) === kindOf(end) && works(other, now)))
    .map((end): Attention => {
      const level = provider.enabled ? 'urgent' : 'later'
      return { level, kind: kindOf(end), provider, about: { what: 'early', end } }
    })
  return [...expiring, ...early]
}

/** Whether the other one can be used when this one ends, or can be used by now. */
function follows(other: ProviderEnd, end: ProviderEnd, now: number): boolean {
  return startOf(other) <= Math.max(Date.parse(end.at), now)
}

function works(end: ProviderEnd, now: number): boolean {
  return startOf(end) <= now && end.state !== 'expired'
}

function startOf({ from }: ProviderEnd): number {
  return from === null ? 0 : Date.parse(from)
}

function kindOf({ what }: ProviderEnd): 'certificate' | 'secret' {
  return what === 'certificate1' || what === 'certificate2' ? 'certificate' : 'secret'
}

export function levelOf({ days }: { readonly days: number }): AttentionLevel {
  return days <= urgentDays ? 'urgent' : days <= soonDays ? 'soon' : 'later'
}

function states(provider: IdentityProvider): readonly Attention[] {
  const { enabled, primary, pendingSwitch, prefixes, suffixes } = provider
  const formats = prefixes.length + suffixes.length
  const one = (level: AttentionLevel, about: Attention['about']): Attention => ({
    level,
    kind: 'provider',
    provider,
    about,
  })
  return [
    ...(enabled ? [] : [one(primary ? 'urgent' : formats > 0 ? 'soon' : 'later', { what: 'off', formats })]),
    ...(needsFormat(provider) ? [one('soon', { what: 'no-format' })] : []),
    ...(pendingSwitch ? [one('soon', { what: 'pending-switch' })] : []),
  ]
}
