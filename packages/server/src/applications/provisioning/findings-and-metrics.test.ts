import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Deps } from '../../kit/http/deps.ts'
import { createMetrics } from '../../kit/metrics/metrics.ts'
import { countProvisioning } from './count.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, change, soon, connect, run, state, behind, settled, found, waits } = provisioningUnderTest()

describe('the doctor and the metrics', () => {
  const waitsFor = (time: string) => change(`update provisioned_objects set behind_since = now() - interval '${time}'`)

  it('name what has been waiting for more than an hour, and nothing that was sent', async () => {
    at.application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob' ? { status: 400 } : undefined
    await connect()
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['bob', 'staff'])
    expect(await found()).toEqual([])
    await waitsFor('3 hours 5 minutes')
    expect(await found()).toEqual([
      expect.stringMatching(/billing in production: people or groups have been waiting for 3 h/),
    ])
    at.application.interfere = () => undefined
    await soon()
    await settled()
    await waitsFor('3 hours')
    expect(await found()).toEqual([])
    // It waits since then, not since it was sent first.
    at.application.interfere = () => ({ status: 400 })
    await change(`update users set name = 'Robert' where username = 'bob'`)
    await soon()
    await expect.poll(async () => (await behind()).length, waits).toBe(1)
    expect(await found()).toEqual([])
  })

  it('name an application at once that asks to wait for very long', async () => {
    at.application.interfere = () => ({ status: 503, retryAfter: '20000' })
    await connect()
    run()
    await expect.poll(async () => (await state()).failedAttempts, waits).toBe(1)
    expect(await found()).toEqual([expect.stringMatching(/1 failed attempts in a row, the next one in 5 h/)])
  })

  it('name how many names belong to others there', async () => {
    at.application.users.set('78', { id: '78', userName: 'ada', externalId: 'someone-else' })
    await connect({ sendGroups: false })
    run()
    await expect.poll(async () => (await behind())[0]?.lastFailure?.kind, waits).toBe('taken')
    expect(await found()).toEqual([expect.stringMatching(/the names of 1 people or groups belong to others there/)])
  })

  it('count connections by state, what is behind, and the time since the last success', async () => {
    const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
    const read = async () => {
      await countProvisioning({ ...at.server.deps, metrics })
      const { text } = await metrics.read()
      return (name: string, state: string) =>
        Number(new RegExp(`^portico_provisioning_${name}\\{state="${state}"\\} (\\S+)$`, 'm').exec(text)?.[1])
    }
    // Those of other tests would fail meanwhile, and change their state.
    await sql`update provisioning_connections set enabled = false`.execute(at.server.database.owner)
    const before = await read()
    await change(
      `insert into user_groups (tenant_id, user_id, group_id) select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'cy' and g.claim = 'staff'`,
    )
    at.application.users.set('78', { id: '78', userName: 'ada', externalId: 'someone-else' })
    await connect({ sendGroups: false })
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['ada'])
    await change(`update provisioning_connections set last_sent_at = now() - interval '400 days'`)
    const after = await read()
    expect(after('connections', 'on') - before('connections', 'on')).toBe(1)
    expect(after('behind', 'on') - before('behind', 'on')).toBe(1)
    expect(after('seconds_since_success', 'on')).toBeGreaterThan(399 * 86_400)
    await change(`update provisioning_connections set refused_kind = 'person'`)
    expect((await read())('connections', 'refused') - before('connections', 'refused')).toBe(1)
    await change(`update provisioning_connections set enabled = false, paused_reason = 'restored'`)
    const paused = await read()
    expect(paused('connections', 'restored') - before('connections', 'restored')).toBe(1)
    expect((await metrics.read()).text).not.toContain(at.acme.id)
    const database = {
      app: {
        getExecutor: () => {
          throw new Error('no database')
        },
      },
    } as unknown as Deps['database']
    await expect(countProvisioning({ database, metrics })).rejects.toThrow()
    expect((await metrics.read()).text).not.toContain('portico_provisioning_connections{')
  })
})
