import type { SignInRecord } from '@portico/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeKeyPair } from '../../testing/keys.ts'
import { addProvider, openSignedIn, type SignedIn } from '../../testing/signed-in.ts'

const robot = makeKeyPair()
let at: SignedIn
beforeEach(async () => {
  at = await openSignedIn(robot)
})
afterEach(() => at.close())

const failed: SignInRecord = {
  code: 'K7QF-2M9X',
  at: '2026-11-21T11:00:00Z',
  purpose: 'login',
  outcome: 'failed',
  username: 'ada@acme.example',
  provider: null,
  failure: 'The audience is wrong.',
  errorID: 'SIGN_IN_FAILED',
  finishedAt: null,
  address: '192.0.2.1',
  requestID: 'r',
  user: null,
  checks: [],
}

test('the overview has a sentence for each thing, the most urgent first, and one call for each kind of thing', async () => {
  addProvider(at.providers, 'Main', ['acme.example'])
  const held = at.providers.providers.get(addProvider(at.providers, 'Partners', ['partners.example']))
  if (held !== undefined)
    held.provider = {
      ...held.provider,
      enabled: false,
      config: { ...held.provider.config, applicationSecretEndsOn: '2026-11-24' },
    }
  addProvider(at.providers, 'Unused')
  at.providers.signIns = [failed, { ...failed, code: 'AAAA-2222', outcome: 'signed-in' }]
  const { code, stdout } = await at.run(['overview', '--json', 'level,kind,name,message,days,leadsTo'])
  expect(code).toBe(0)
  const row = (level: string, kind: string, name: string, message: string, days: number | null, leadsTo: string) => ({
    level,
    kind,
    name,
    message,
    days,
    leadsTo,
  })
  expect(JSON.parse(stdout)).toEqual([
    row('soon', 'provider', 'Partners', 'Switched off. Usernames of 1 domain cannot sign in.', null, 'idp-2'),
    row('soon', 'provider', 'Unused', 'No username format leads to it: add one, or switch it off.', null, 'idp-3'),
    row('later', 'secret', 'Partners', 'Application secret: 2 days left', 2, 'idp-2'),
    row('failed', 'sign-in', 'ada@acme.example', 'The audience is wrong.', null, 'K7QF-2M9X'),
    row('place', 'environment', 'Production', 'PROD environment', null, 'env-1'),
  ])
  const asked = at.portal.received.map(({ path }) => path).filter((path) => path.startsWith('/api/portal/admin'))
  expect(asked).toHaveLength(3)
})

test('the overview is a table on a terminal, and can be filtered', async () => {
  addProvider(at.providers, 'Main')
  const { stdout } = await at.run(['overview', '--filter', 'level=soon'], { isTTY: true })
  expect(stdout).toMatch(/LEVEL\s+KIND\s+NAME\s+WHAT.*\nsoon\s+provider\s+Main\s+No username format/)
})
