import {
  enterTenant,
  getProvisioning,
  listStalledProvisioning,
  putProvisioning,
  putSupportAccess,
  removeProvisioning,
  testProvisioning,
  type ProvisioningConfigInput,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { signedIn, smallTenant, vendorTenant } from '../../testing/test-server.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'
import { startScimApplication } from './testing/scim-application.ts'

const { at, rows, change, call, connect, run, state, settled, stalled, user } = provisioningUnderTest()

describe('an administrator', () => {
  it('never reads the token back, and is refused the portal, a missing token and an address that is not allowed', async () => {
    const shown = await connect()
    expect(JSON.stringify(shown)).not.toContain(at.application.token)
    const [row] = await rows<{ bearer_token: Buffer }>(
      `select bearer_token from provisioning_connections where removed_at is null`,
    )
    expect(row?.bearer_token.toString('latin1')).not.toContain(at.application.token)
    expect(JSON.stringify(await rows(`select * from audit`))).not.toContain(at.application.token)
    const put = async (config: ProvisioningConfigInput, appId = at.params.appId) => {
      const answer = await call(putProvisioning, { params: { ...at.params, appId }, body: { config } })
      return answer.ok || answer.problem.kind !== 'expected'
        ? answer.ok
        : answer.problem.details.map(({ fieldID }) => fieldID)
    }
    expect(await put({ url: 'https://other.example/scim' })).toEqual(['bearerToken'])
    expect(await put({ url: 'https://10.0.0.1/scim' })).toEqual(['config.url'])
    expect(await put({ url: at.application.url, enabled: false })).toBe(true)
    expect(await put({ url: 'https://other.example/scim' }, 'portal')).toEqual([])
  })

  it('tests the connection: the stored token, and the form of the answer', async () => {
    await connect()
    const test = async () => {
      const answer = await call(testProvisioning, { params: at.params, body: {} })
      return answer.ok ? answer.value.failure : answer.problem
    }
    expect(await test()).toBeNull()
    await connect({}, 'wrong-token')
    expect(await test()).toMatchObject({ kind: 'status', status: 401 })
    at.application.interfere = () => ({ status: 200, detail: 'a page' })
    expect(await test()).toMatchObject({ kind: 'answer' })
  })

  it('ends it: nothing more is sent, what the application has stays, and its rows are deleted in the background', async () => {
    await connect()
    run()
    await settled()
    expect((await call(removeProvisioning, { params: at.params })).ok).toBe(true)
    expect(await state()).toMatchObject({ config: null, people: 0 })
    await change(`update users set active = false where username = 'bob'`)
    await new Promise((wait) => setTimeout(wait, 200))
    expect(user('bob')?.['active']).toBe(true)
    for (let left = 1; left > 0;) {
      const { rows: gone } = await sql<{ gone: string }>`select portico_sweep_provisioning() as gone`.execute(
        at.server.database.owner,
      )
      left = Number(gone[0]?.gone)
    }
    expect(await rows(`select id from provisioned_objects union all select id from provisioning_connections`)).toEqual(
      [],
    )
  })

  it('starts again with another address', async () => {
    await connect()
    run()
    await settled()
    const other = await startScimApplication()
    await connect({ url: other.url }, other.token)
    await settled()
    expect([other.users.size, other.groups.size, at.application.users.size]).toEqual([2, 2, 2])
    await other.close()
  })

  it('does not overwrite a change of another, and changes nothing in a read-only environment', async () => {
    await connect()
    const config = { url: at.application.url }
    const late = await call(putProvisioning, { params: at.params, body: { config }, ifMatch: '"0"' })
    expect(late.ok ? 200 : late.problem.kind === 'expected' && late.problem.status).toBe(412)
    await rows(`update environments set readonly = true where slug = 'production'`)
    const refused = await call(putProvisioning, { params: at.params, body: { config } })
    expect(refused.ok ? 200 : refused.problem.kind === 'expected' && refused.problem.status).toBe(403)
  })

  it('of another tenant, with the same ids, finds nothing', async () => {
    await connect()
    const other = await at.server.importTenant(smallTenant(`other${at.round}`))
    const stranger = await signedIn(at.server, other, { username: 'eve', groups: ['admins'] })
    const answer = await stranger.core.client.call(getProvisioning, { params: at.params })
    expect(answer.ok ? 200 : answer.problem.kind === 'expected' && answer.problem.status).toBe(404)
  })
})

it('shows a support session no path of the address, and lets it change nothing', async () => {
  await connect()
  await call(putSupportAccess, { body: { allowProsAccess: true, allowProsChange: true }, ifMatch: undefined })
  const vendor = await at.server.importTenant(vendorTenant())
  const kofi = await signedIn(at.server, vendor, { username: 'kofi@vendor.example', groups: ['support'] })
  await kofi.core.client.call(enterTenant, { params: { tenantId: at.acme.id }, body: { reason: 'Ticket 4711' } })
  const { origin } = new URL(at.application.url)
  const seen = await kofi.core.client.call(getProvisioning, { params: at.params })
  expect(seen).toMatchObject({ ok: true, value: { config: { url: expect.not.stringContaining('/scim') } } })
  expect(JSON.stringify(seen)).toContain(origin)
  await change(`update provisioning_connections set failed_attempts = 6`)
  const [named, ...others] = await stalled(kofi)
  expect([Object.keys(named ?? {}).toSorted(), others]).toEqual([
    [
      'application',
      'applicationId',
      'environment',
      'environmentId',
      'failedAttempts',
      'reason',
      'refusedKind',
      'removals',
    ],
    [],
  ])
  const dee = await signedIn(at.server, at.acme, { username: 'dee', groups: ['staff'] })
  expect(await dee.core.client.call(listStalledProvisioning)).toMatchObject({ ok: false, problem: { status: 403 } })
  for (const refused of [
    await kofi.core.client.call(putProvisioning, { params: at.params, body: { config: null } }),
    await kofi.core.client.call(removeProvisioning, { params: at.params }),
    await kofi.core.client.call(testProvisioning, { params: at.params, body: {} }),
  ])
    expect(refused).toMatchObject({ ok: false, problem: { status: 403 } })
  expect((await state()).config?.url).toBe(at.application.url)
})
