import {
  expirationsOf,
  kindOfEnd,
  startOfEnd,
  type ProviderExpiration,
} from '../../providers/identity-providers/expirations.ts'
import { needsFormat } from '../../providers/identity-providers/rules.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import type { Expiries } from '../notices/radar.ts'
import type { NoticeLevel } from '../../kit/expiry.ts'
import type { Words } from '../../kit/words/words.ts'
import type { ProviderState } from './contract.ts'
import { finding, type DoctorFinding } from './finding.ts'

/** A provider as it is in effect; of a draft nothing. */
export type StatedProvider = Expiries['providers'][number] & {
  readonly primary: boolean
  readonly pendingSwitch: boolean
  readonly prefixes: readonly string[]
  /** Without domains that lead to another provider while this one is disabled. */
  readonly suffixes: readonly string[]
}

/** Why an administrator should look at the provider, apart from what expires. `now` in milliseconds since the epoch. */
export function providerStates(provider: StatedProvider, now: number): ProviderState[] {
  const { id, name, primary, enabled, pendingSwitch, prefixes, suffixes } = provider
  const formats = prefixes.length + suffixes.length
  const one = { id, name, primary, formats, what: null, from: null }
  const states: ProviderState[] = []
  if (!enabled && (primary || formats > 0)) states.push({ ...one, state: 'off' })
  if (needsFormat(provider)) states.push({ ...one, state: 'no-format' })
  if (pendingSwitch) states.push({ ...one, state: 'pending-switch' })
  const early = enabled ? tooEarly(provider, now) : []
  return [...states, ...early.map(({ what, from }) => ({ ...one, state: 'early' as const, what, from }))]
}

/** Certificates and secrets that cannot be used yet, where no other of their kind can. */
function tooEarly(provider: StatedProvider, now: number): ProviderExpiration[] {
  const ends = expirationsOf(provider, now)
  const works = (end: ProviderExpiration) => startOfEnd(end) <= now && end.state !== 'expired'
  return ends.filter(
    (end) => startOfEnd(end) > now && !ends.some((other) => kindOfEnd(other) === kindOfEnd(end) && works(other)),
  )
}

export function providerFinding(provider: ProviderState, say: Words['say']): DoctorFinding {
  const { id, name, state, from } = provider
  const shown = state === 'no-format' ? 'username-format list --idp' : 'idp get'
  return finding('provider', levelOfState(provider), {
    about: name,
    message: sentence(provider, say),
    command: `portico ${shown} ${shellQuoted(name)}`,
    at: from,
    target: { kind: 'identity-provider', id },
  })
}

function levelOfState({ state, primary }: ProviderState): NoticeLevel {
  if (state === 'draft') return 'later'
  return state === 'early' || (state === 'off' && primary) ? 'urgent' : 'soon'
}

function sentence({ state, formats, what, from }: ProviderState, say: Words['say']): string {
  if (state === 'off') return say('findings.off', { count: formats })
  if (state === 'no-format') return say('findings.noFormat')
  if (state === 'draft') return say('findings.draft')
  if (state === 'pending-switch') return say('findings.pendingSwitch')
  return say('findings.early', { what: say(`notices.what.${what ?? 'certificate1'}`), date: (from ?? '').slice(0, 10) })
}
