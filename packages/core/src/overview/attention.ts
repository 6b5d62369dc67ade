import { endsOf, isReplaced, kindOfEnd, startOfEnd, type ProviderEnd } from '../identity-providers/ends.ts'
import type { IdentityProvider } from '../identity-providers/contract.ts'
import { needsFormat } from '../identity-providers/rules.ts'
import { levelOf, type NoticeLevel } from '../notices/steps.ts'

/** One thing about an identity provider that an administrator should look at. */
export type Attention = {
  readonly level: NoticeLevel
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
      const kind = kindOfEnd(end)
      const replaced = isReplaced(end, ends, now)
      const level = replaced || !provider.enabled ? 'later' : levelOf(end)
      return { level, kind, provider, about: { what: 'end', end, isReplaced: replaced } }
    })
  const early = ends
    .filter(
      (end) => startOfEnd(end) > now && !ends.some((other) => kindOfEnd(other) === kindOfEnd(end) && works(other, now)),
    )
    .map((end): Attention => {
      const level = provider.enabled ? 'urgent' : 'later'
      return { level, kind: kindOfEnd(end), provider, about: { what: 'early', end } }
    })
  return [...expiring, ...early]
}

function works(end: ProviderEnd, now: number): boolean {
  return startOfEnd(end) <= now && end.state !== 'expired'
}

function states(provider: IdentityProvider): readonly Attention[] {
  const { enabled, primary, pendingSwitch, prefixes, suffixes } = provider
  const formats = prefixes.length + suffixes.length
  const one = (level: NoticeLevel, about: Attention['about']): Attention => ({
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
