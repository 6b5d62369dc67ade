import { createScimToken, listNotices, updateScimToken } from '@portico/core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Deps } from '../../kit/http/deps.ts'
import { createMetrics } from '../../kit/metrics/metrics.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { watchExpiries } from './watch-expiries.ts'

const dayMs = 86_400_000
let server: TestServer
let acme: ImportedTenant
let admin: Browser
let providerId = ''

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  providerId = [...acme.identityProviderIds.values()][0] ?? ''
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

async function create(expiresInDays: number) {
  const body = { name: `Entra ${expiresInDays}`, expiresInDays }
  const made = await admin.core.client.call(createScimToken, { params: { id: providerId }, body })
  if (!made.ok) throw new Error(made.problem.errorMessage)
  return made.value
}
async function turn(tokenId: string, active: boolean) {
  const params = { id: providerId, tokenId }
  const saved = await admin.core.client.call(updateScimToken, { params, body: { active } })
  expect(saved.ok, JSON.stringify(saved)).toBe(true)
}
async function notices() {
  const outcome = await admin.core.client.call(listNotices)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.notices.map(({ kind, tokenName, targetId, step }) => ({ kind, tokenName, targetId, step }))
}

it('an active token is noticed until it is disabled, and one that is valid for longer is not', async () => {
  const soon = await create(13)
  await create(40)
  const notice = { kind: 'scim-token', tokenName: 'Entra 13', targetId: providerId, step: 14 }
  expect(await notices()).toEqual([notice])
  await turn(soon.id, false)
  expect(await notices()).toEqual([])
  await turn(soon.id, true)
  expect(await notices()).toEqual([notice])
})

it('a token is reported at 30, 14, 7 and 1 days and when it has expired, once each, by one of several processes', async () => {
  const lines: string[] = []
  const warn = ({ scimToken, what }: Record<string, string>, message: string) =>
    void (what === 'scimToken' && lines.push(`${scimToken}: ${message}`))
  const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
  const deps = { ...server.deps, metrics, log: { warn } as unknown as Deps['log'] }
  const said = async () => {
    lines.length = 0
    await Promise.all([watchExpiries(deps), watchExpiries(deps)])
    await watchExpiries(deps)
    return lines.map((line) => line.replace('a SCIM token ', ''))
  }
  expect(await said()).toEqual(['Entra 13: expires within 14 days'])
  expect((await metrics.read()).text).toContain('portico_expiring_credentials{within_days="14"} 1')
  server.clock.advance(6 * dayMs)
  expect(await said()).toEqual(['Entra 13: expires within 7 days'])
  server.clock.advance(5 * dayMs + dayMs / 2)
  // The other one, of 40 days, is at its first stage.
  expect((await said()).toSorted()).toEqual(['Entra 13: expires within a day', 'Entra 40: expires within 30 days'])
  server.clock.advance(2 * dayMs)
  expect(await said()).toEqual(['Entra 13: has expired'])
  const audited = (await auditRows(server, acme)).filter(({ action }) => action === 'scim-token.warn')
  expect(audited).toHaveLength(5)
  expect(audited[0]).toMatchObject({ target_name: 'Entra 13', after: { identityProvider: 'Main' } })
  // An expired token stays a notice for 30 days.
  server.clock.advance(40 * dayMs)
  expect(await said()).toEqual(['Entra 40: has expired'])
  expect((await auditRows(server, acme)).filter(({ action }) => action === 'scim-token.warn')).toHaveLength(6)
})
