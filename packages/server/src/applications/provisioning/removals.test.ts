import { describe, expect, it } from 'vitest'

import type { SeenRequest } from './testing/scim-application.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, rows, change, soon, connect, run, createLines, state, behind, settled, found, stalled, user, waits } =
  provisioningUnderTest()

describe('someone who has left', () => {
  const leaves = async () => {
    await change(`delete from user_groups where user_id = (select id from users where username = 'bob')`)
    await soon()
  }
  /** An attempt that is on its way sets the time of the next one, so that time has to pass again. */
  const isTried = (times: number) =>
    expect
      .poll(async () => {
        await soon()
        return ((await behind())[0]?.attempts ?? 0) >= times
      }, waits)
      .toBe(true)
  const isDone = () =>
    expect
      .poll(async () => {
        await soon()
        return (await behind()).length
      }, waits)
      .toBe(0)

  for (const removal of ['deactivate', 'delete'] as const) {
    it.each([
      ['answers 404', { status: 404 }],
      ['answers with a page', { status: 200, body: '<!doctype html>' }],
    ] as const)(
      `is to be removed (${removal}) until the application does so, not while its address %s`,
      async (_what, page) => {
        await connect({ sendGroups: false, removal })
        run()
        await settled()
        at.application.interfere = ({ method }) => (method === 'GET' ? page : { status: 404 })
        await leaves()
        await isTried(2)
        expect(user('bob')).toMatchObject({ active: true })
        at.application.interfere = () => undefined
        await isDone()
        expect(user('bob')?.['active'] ?? 'deleted').toBe(removal === 'delete' ? 'deleted' : false)
      },
    )

    it(`is removed (${removal}) under another id that the application gave them meanwhile`, async () => {
      await connect({ sendGroups: false, removal })
      run()
      await settled()
      const bob = user('bob') ?? expect.fail()
      at.application.users.delete(bob.id)
      at.application.users.set('restored', { ...bob, id: 'restored' })
      await leaves()
      await settled()
      expect(user('bob')?.['active'] ?? 'deleted').toBe(removal === 'delete' ? 'deleted' : false)
    })
  }

  it('whom the application lists, and yet does not find, is still to be removed', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.interfere = ({ path }) => (path.startsWith('/Users/') ? { status: 404 } : undefined)
    await leaves()
    await expect.poll(behind, waits).toMatchObject([{ lastFailure: { kind: 'status', status: 404 } }])
  })

  it('is to be removed where one of two machines behind the address answers 404 to everything', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    const isBroken = ({ method, path }: SeenRequest) => method !== 'GET' || path.includes('filter')
    at.application.interfere = (request) => (isBroken(request) ? { status: 404 } : undefined)
    await leaves()
    await isTried(2)
  })

  it('is removed from an application that has lost them and does not filter', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.interfere = ({ path }) => (path.includes('filter') ? { status: 501 } : undefined)
    at.application.users.delete(user('bob')?.id ?? '')
    await leaves()
    await settled()
  })

  it('is removed once the application no longer has them', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.users.delete(user('bob')?.id ?? '')
    await leaves()
    await settled()
    expect(user('bob')).toBeUndefined()
  })
})

describe('the removal of very many people', () => {
  const many = 30
  const join = () =>
    rows(`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g where u.username like 'many%' and g.name = 'staff'`)
  const fill = async () => {
    await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
      select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'many' || n, 'many' || n, 'many' || n, 'many' || n
        from users u, generate_series(1, ${many}) n where u.username = 'bob'`)
    await join()
  }
  const leave = () =>
    rows(`delete from user_groups where user_id in (select id from users where username like 'many%')`)
  const active = () => [...at.application.users.values()].filter((one) => one['active'] === true).length

  it('waits for an administrator, who allows it by switching it on again; after it, the guard is back', async () => {
    await fill()
    await connect()
    const { lines, log } = createLines()
    run({ log })
    await settled()
    expect(active()).toBe(many + 2)
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await expect.poll(() => lines, waits).toMatchObject([{ tenant: at.acme.id, reason: 'removals' }])
    expect(await state()).toMatchObject({ people: 2, removals: many, config: { enabled: false } })
    expect(active()).toBe(many + 2)
    expect(await found()).toEqual([expect.stringContaining('very many people would be removed')])
    expect(await stalled()).toMatchObject([{ reason: 'removals', removals: many }])
    const [row] = await rows<{ after: object }>(
      `select after from audit where action = 'application.provisioning-pause' order by position desc limit 1`,
    )
    expect(row?.after).toMatchObject({ reason: 'removals', enabled: false })
    // Another change while it is off does not allow it.
    await connect({ enabled: false, removal: 'delete' })
    expect(await state()).toMatchObject({ pausedReason: 'removals' })
    await connect({ removal: 'deactivate' })
    await settled()
    expect(active()).toBe(2)
    await join()
    await soon()
    await expect.poll(active, waits).toBe(many + 2)
    await settled()
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
  })

  it('is not one once the mistake is corrected', async () => {
    await fill()
    await connect()
    run()
    await settled()
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await join()
    await connect()
    await settled()
    expect([active(), (await state()).removals]).toEqual([many + 2, 0])
  })

  it('is noticed too while changes of them are on their way', async () => {
    await fill()
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.interfere = () => ({ status: 503 })
    await change(`update users set name = name || ' junior' where username like 'many%'`)
    await soon()
    await expect
      .poll(async () => [(await state()).behind, (await state()).failedAttempts > 0], waits)
      .toEqual([many, true])
    await leave()
    at.application.interfere = () => undefined
    // They are due, and the next comparison is not.
    await change(
      `update provisioned_objects set next_attempt_at = now()`,
      `update provisioning_connections set next_attempt_at = null, compare_after = now() + interval '1 minute'`,
    )
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    expect(active()).toBe(many + 2)
  })

  it('of few people is done at once', async () => {
    await connect()
    run()
    await settled()
    await change(`delete from user_groups where group_id in (select id from groups where name <> 'admins')`)
    await soon()
    await expect.poll(active, waits).toBe(0)
    expect((await state()).pausedReason).toBeNull()
  })
})
