import { expect, it } from 'vitest'

import { providerStates, type StatedProvider } from './provider-states.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 86_400_000

const provider = (more: Partial<StatedProvider> = {}): StatedProvider => ({
  id: 'idp-1',
  name: 'Partners',
  primary: false,
  pendingSwitch: false,
  enabled: true,
  config: {},
  certificates: [],
  prefixes: [],
  suffixes: ['partners.example'],
  ...more,
})
const certificate = (slot: 1 | 2, days: number, notBefore: string | null = null) => ({
  slot,
  subject: 'CN=partners',
  fingerprint: `${slot}`.repeat(64),
  notBefore,
  notAfter: new Date(now + days * dayMs + 1000).toISOString(),
  extendedUntil: null,
  lastUsedAt: null,
})
const statesOf = (more: Partial<StatedProvider>) => providerStates(provider(more), now).map(({ state }) => state)

it.each<[string, Partial<StatedProvider>, string[]]>([
  ['works', {}, []],
  ['is disabled and has usernames', { enabled: false }, ['off']],
  ['is disabled and has no usernames, so nothing is missing', { enabled: false, suffixes: [] }, []],
  ['is primary and disabled', { enabled: false, primary: true, suffixes: [] }, ['off']],
  ['has no usernames', { suffixes: [] }, ['no-format']],
  ['would become primary', { pendingSwitch: true }, ['pending-switch']],
])('a provider that %s', (_, more, states) => {
  expect(statesOf(more)).toEqual(states)
})

it('a certificate or secret that begins later is reported where no other can be used', () => {
  const early = certificate(1, 400, '2026-12-01T00:00:00Z')
  expect(statesOf({ certificates: [early] })).toEqual(['early'])
  expect(statesOf({ certificates: [early, certificate(2, 100)] })).toEqual([])
  expect(statesOf({ certificates: [early, certificate(2, -1)] }), 'the other has expired').toEqual(['early'])
  expect(statesOf({ certificates: [early], enabled: false })).toEqual(['off'])
  const config = { applicationSecretStartsOn: '2026-12-01', applicationSecretEndsOn: '2027-12-01' }
  expect(providerStates(provider({ config }), now)).toMatchObject([
    { state: 'early', what: 'applicationSecret', from: '2026-12-01' },
  ])
})
