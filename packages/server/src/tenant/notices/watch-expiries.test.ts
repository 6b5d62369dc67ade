import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Deps } from '../../kit/http/deps.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { createMetrics } from '../../kit/metrics/metrics.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { watchExpiries } from './watch-expiries.ts'

const dayMs = 86_400_000
let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const saml = async (name: string, daysLeft: number) => {
  const nowMs = Date.now() + (daysLeft - 365) * dayMs + dayMs / 2
  const { certificate } = await createOurKeyPair({ commonName: 'idp', nowMs, years: 1, bits: 2048 })
  const config = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: certificate,
  }
  return { name, type: 'OPENSAML', config, emailSuffixes: [`${name.toLowerCase()}.example`] }
}

it('certificates and secrets are logged, audited and counted at 60, 30 and 7 days, once expired, and before they are valid, once each', async () => {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const azure = {
    name: 'Azure',
    type: 'AAD2',
    config: {
      domainName: 'contoso.example',
      applicationId: '6731de76-14a6-49ae-97bc-6eba6914391e',
      applicationSecretStartsOn: day(-300),
      applicationSecretEndsOn: day(6),
      nextApplicationSecretStartsOn: day(5),
      nextApplicationSecretEndsOn: day(300),
    },
    applicationSecret: 'not-a-secret-in-tests',
    nextApplicationSecret: 'not-one-either-in-tests',
    emailSuffixes: ['azure.example'],
  }
  const [main] = smallTenant('acme')['identityProviders'] as object[]
  const acme = await server.importTenant(
    smallTenant('acme', {
      identityProviders: [
        main,
        await saml('Far', 90),
        await saml('Sixty', 45),
        await saml('Thirty', 20),
        await saml('Gone', -3),
        azure,
        { ...(await saml('Off', -3)), enabled: false },
      ],
    }),
  )
  const lines: string[] = []
  const warn = ({ tenant, provider, what }: Record<string, string>, message: string) =>
    void lines.push(`${tenant} ${provider} ${what}: ${message.replace(/^.*provider /, '')}`)
  const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
  await watchExpiries({ ...server.deps, metrics, log: { warn } as unknown as Deps['log'] })
  const once = [
    'acme Azure applicationSecret: expires within 7 days',
    'acme Azure nextApplicationSecret: is not valid yet',
    'acme Gone certificate1: has expired',
    'acme Sixty certificate1: expires within 60 days',
    'acme Thirty certificate1: expires within 30 days',
  ]
  expect(lines.toSorted()).toEqual(once)
  const audited = async () => (await auditRows(server, acme)).filter(({ action }) => action.endsWith('.warn')).length
  expect(await audited()).toBe(once.length)
  const { text } = await metrics.read()
  for (const line of ['"0"} 1', '"7"} 1', '"30"} 1', '"60"} 1', '"early"} 1'])
    expect(text).toContain(`portico_expiring_credentials{within_days=${line}`)

  lines.length = 0
  const again = () => watchExpiries({ ...server.deps, metrics, log: { warn } as unknown as Deps['log'] })
  await Promise.all([again(), again()])
  expect(lines, 'not at each look').toEqual([])
  server.clock.advance(14 * dayMs)
  await Promise.all([again(), again(), again()])
  expect(lines.toSorted(), 'at the next stage, by one of several processes').toEqual([
    'acme Azure applicationSecret: has expired',
    'acme Thirty certificate1: expires within 7 days',
  ])
  expect(await audited()).toBe(once.length + 2)
})
