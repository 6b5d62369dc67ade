import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
afterEach(() => at?.close())

const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })

test('the overview has a sentence for each thing, the most urgent first, and one call for each kind of thing', async () => {
  const applicationSecretEndsOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const partners = {
    name: 'Partners',
    type: 'AAD2',
    enabled: false,
    config: { domainName: 'contoso.example', applicationId: 'portico', applicationSecretEndsOn },
    applicationSecret: 'not-a-secret-in-tests',
    emailSuffixes: ['partners.example'],
  }
  at = await server.open(robot, { identityProviders: [main, partners, openIdProvider('Unused')] })
  const idOf = (name: string) => at.tenant.identityProviderIds.get(name) ?? ''
  const evidence = { expected: 'portico', found: 'other' }
  const check = { check: 'id-token-claims', outcome: 'failed', finding: 'audience-wrong', evidence } as const
  const attempt = { username: 'ada@acme.example', providerId: idOf('Main') }
  await at.tenant.addSignIns([
    { ...attempt, code: 'K7QF-2M9X', outcome: 'failed', checks: [check] },
    { ...attempt, code: 'BBBB-2222', outcome: 'signed-in', checks: [] },
  ])
  const billing = { environmentId: at.environmentId, applicationId: at.billing.id, application: 'Billing' }
  const paused = {
    ...billing,
    environment: 'Production',
    reason: 'removals',
    failedAttempts: 0,
    refusedKind: null,
    removals: 1,
  }
  at.before = ({ path }) =>
    path === '/api/portal/admin/provisioning/stalled'
      ? { status: 200, body: { stalled: [paused], total: 1 } }
      : undefined
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
  const noCodes =
    'There are no recovery codes. If the identity provider fails, only the operator of the server can help.'
  const refused = 'The token is meant for “other”, but we are “portico”.'
  const rows = JSON.parse(stdout) as unknown[]
  const removes =
    'Provisioning is paused: 1 person would be removed from the application. Check whether that is intended.'
  expect(rows.slice(0, 7)).toEqual([
    row('urgent', 'provisioning', 'Billing (Production)', removes, null, at.billing.id),
    row('soon', 'recovery-codes', 'Recovery codes', noCodes, null, 'security-admin'),
    row('soon', 'provider', 'Partners', 'Switched off. Usernames of 1 domain cannot sign in.', null, idOf('Partners')),
    row(
      'soon',
      'provider',
      'Unused',
      'No username format leads to it: add one, or switch it off.',
      null,
      idOf('Unused'),
    ),
    row('later', 'secret', 'Partners', 'Application secret: 2 days left', 2, idOf('Partners')),
    row('failed', 'sign-in', 'ada@acme.example', refused, null, 'K7QF-2M9X'),
    row('place', 'environment', 'Production', 'PROD environment', null, at.environmentId),
  ])
  expect(rows).toHaveLength(8)
  const asked = at.received.map(({ path }) => path).filter((path) => path.startsWith('/api/portal/admin'))
  expect(asked).toHaveLength(8)
})

test('the overview is a table on a terminal, and can be filtered', async () => {
  at = await server.open(robot, { identityProviders: [{ ...main, emailSuffixes: [] }] })
  const { stdout } = await at.run(['overview', '--filter', 'level=soon'], { isTTY: true, env: { NO_COLOR: '1' } })
  expect(stdout).toMatch(
    /LEVEL\s+KIND\s+NAME\s+WHAT.*\nsoon\s+recovery-codes .*\nsoon\s+provider\s+Main\s+No username format/,
  )
})
