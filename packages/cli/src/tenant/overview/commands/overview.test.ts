import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
afterEach(() => at?.close())

const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })

test('the overview has a sentence for each thing, the most urgent first, from three calls, and doctor finds the same', async () => {
  const applicationSecretEndsOn = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10)
  const azure = {
    name: 'Azure',
    type: 'AAD2',
    config: { domainName: 'contoso.example', applicationId: 'portico', applicationSecretEndsOn },
    applicationSecret: 'not-a-secret-in-tests',
    emailSuffixes: ['azure.example'],
  }
  const partners = openIdProvider('Partners', { enabled: false, emailSuffixes: ['partners.example'] })
  at = await server.open(robot, { identityProviders: [main, azure, partners, openIdProvider('Unused')] })
  const idOf = (name: string) => at.tenant.identityProviderIds.get(name) ?? ''
  const evidence = { expected: 'portico', found: 'other' }
  const check = { check: 'id-token-claims', outcome: 'failed', finding: 'audience-wrong', evidence } as const
  const attempt = { username: 'ada@acme.example', providerId: idOf('Main') }
  await at.tenant.addSignIns([
    { ...attempt, code: 'K7QF-2M9X', outcome: 'failed', checks: [check] },
    { ...attempt, code: 'BBBB-2222', outcome: 'signed-in', checks: [] },
  ])
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
  const noAdministrator =
    'No active person holds Security Admin. Only a service account or a recovery code can change that.'
  const noCodes =
    'There are no recovery codes. If the identity provider fails, only the operator of the server can help.'
  const noFormat = 'No username format leads to it: add one, or switch it off.'
  const refused = 'The token is meant for “other”, but we are “portico”.'
  const rows = JSON.parse(stdout) as { level: string; kind: string; message: string }[]
  expect(rows.filter(({ kind }) => kind !== 'role-without-groups').slice(0, 7)).toEqual([
    row('urgent', 'second-administrator', 'Whole company', noAdministrator, null, 'security-admin'),
    row('soon', 'recovery-codes', 'Whole company', noCodes, null, 'security-admin'),
    row('soon', 'provider', 'Partners', 'Switched off. Usernames of 1 domain cannot sign in.', null, idOf('Partners')),
    row('soon', 'provider', 'Unused', noFormat, null, idOf('Unused')),
    row('later', 'secret', 'Azure', 'Application secret: expires in 44 days.', 44, idOf('Azure')),
    row('failed', 'sign-in', 'ada@acme.example', refused, null, 'K7QF-2M9X'),
    row('place', 'environment', 'Production', 'Production environment', null, at.environmentId),
  ])
  const asked = at.received.map(({ path }) => path).filter((path) => path.startsWith('/api/portal/admin'))
  expect(asked.toSorted()).toEqual([
    '/api/portal/admin/doctor',
    '/api/portal/admin/environments',
    expect.stringMatching(/^\/api\/portal\/admin\/sign-ins/),
  ])

  const doctor = await at.run(['doctor', '--json', 'id,severity,message'])
  expect(doctor.code).toBe(1)
  const found = JSON.parse(doctor.stdout) as { id: string; severity: string; message: string }[]
  expect(found.filter(({ id }) => id !== 'version')).toEqual(
    rows
      .filter(({ level }) => level !== 'failed' && level !== 'place')
      .map(({ kind, level, message }) => ({ id: kind, severity: level, message })),
  )
})

test('the overview is a table on a terminal, and can be filtered', async () => {
  at = await server.open(robot, { identityProviders: [main, openIdProvider('Partners')] })
  const { stdout } = await at.run(['overview', '--filter', 'level=soon'], { isTTY: true, env: { NO_COLOR: '1' } })
  expect(stdout).toMatch(
    /LEVEL\s+KIND\s+NAME\s+WHAT.*\nsoon\s+recovery-codes .*\nsoon\s+provider\s+Partners\s+No username format/,
  )
})
