import { resendProvisioning, retryProvisioning } from '@portico/core/contract'
import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { pauseRestored } from './restored.ts'
import { readStalled } from './stalled.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const {
  at,
  rows,
  change,
  soon,
  call,
  connect,
  run,
  stop,
  state,
  behind,
  settled,
  found,
  user,
  group,
  membersOf,
  namesOf,
  waits,
} = provisioningUnderTest()

describe('sending everything again', () => {
  const resend = async () => expect((await call(resendProvisioning, { params: at.params })).ok).toBe(true)
  const edit = (name: string, change: object) => {
    const one = user(name)
    if (one !== undefined) at.application.users.set(one.id, { ...one, ...change })
  }
  const allGuests = `insert into user_groups (tenant_id, user_id, group_id) select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'cy' and g.claim = 'staff'`
  const noGuests = `delete from user_groups where user_id in (select id from users where username = 'cy') and group_id in (select id from groups where claim = 'staff')`
  /** cy has come and left; then the application changes by itself. */
  async function differ(): Promise<void> {
    await change(allGuests)
    await connect()
    run()
    await settled()
    await change(noGuests)
    await soon()
    await expect.poll(() => user('cy')?.['active'], waits).toBe(false)
    await settled()
    edit('cy', { active: true })
    edit('bob', { active: false, displayName: 'someone' })
    at.application.users.delete(user('ada')?.id ?? '')
    const finance = group('finance')
    if (finance !== undefined)
      at.application.groups.set(finance.id, {
        ...finance,
        members: [{ value: user('bob')?.id }, { value: user('cy')?.id }],
      })
  }
  const isAsWanted = async () => {
    await expect.poll(() => user('cy')?.['active'], waits).toBe(false)
    await settled()
    expect(user('bob')).toMatchObject({ active: true, displayName: 'bob' })
    expect([membersOf('staff'), membersOf('finance')]).toEqual([['ada', 'bob'], ['ada']])
    expect([at.application.users.size, at.application.groups.size]).toEqual([3, 2])
  }

  it('mends what the application has otherwise than Portico believes, which trying again does not', async () => {
    await differ()
    expect((await call(retryProvisioning, { params: at.params })).ok).toBe(true)
    await soon()
    await settled()
    expect(user('bob')?.['active']).toBe(false)
    await resend()
    await isAsWanted()
    const sent = at.application.seen.length
    await soon()
    await settled()
    expect(at.application.seen.length).toBe(sent)
  })

  it('takes no account twice where the application takes a name twice', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    await stop()
    at.application.refusesDuplicates = false
    await change(`delete from provisioned_objects`)
    await resend()
    run()
    await settled()
    expect(namesOf(at.application.users)).toEqual(['ada', 'bob'])
  })

  it('is done once an administrator switches a restored connection on, and before that nothing is sent', async () => {
    await differ()
    await stop()
    const client = new pg.Client(at.server.database.ownerConnection())
    await client.connect()
    expect(await pauseRestored(client)).toBeGreaterThan(0)
    await client.end()
    expect(await state()).toMatchObject({ pausedReason: 'restored', config: { enabled: false } })
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* this database was restored/)])
    const sent = at.application.seen.length
    run()
    await soon()
    // A new token does not switch it on.
    await connect({ enabled: false })
    await new Promise((wait) => setTimeout(wait, 200))
    expect(await state()).toMatchObject({ pausedReason: 'restored' })
    expect([at.application.seen.length, user('bob')?.['active']]).toEqual([sent, false])
    await connect()
    expect(await state()).toMatchObject({ pausedReason: null })
    await isAsWanted()
  })

  it('deactivates again those who left before and does not ask about them, also after an interruption', async () => {
    await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
      select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'left' || n, 'left' || n, 'left' || n, 'left' || n
        from users u, generate_series(1, 30) n where u.username = 'bob'`)
    await rows(`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g where u.username like 'left%' and g.name = 'staff'`)
    await connect({ sendGroups: false })
    run()
    await settled()
    await rows(`delete from user_groups where user_id in (select id from users where username like 'left%')`)
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await connect({ sendGroups: false })
    await settled()
    // The guard is back.
    const isAllowed = async () =>
      (await rows(`select from provisioning_connections where removed_at is null and removals_allowed`)).length
    await soon()
    await expect.poll(isAllowed, waits).toBe(0)
    edit('left7', { active: true })
    await stop()
    await resend()
    // A process ended when it had compared them, and had not finished.
    await change(`update provisioned_objects set sent = '\\x01', tried = true where wanted is null`)
    await change(`update provisioning_connections set paused_reason = 'removals'`)
    const stalled = await tenantScope(at.server.database, at.acme.id).transaction((tx) => readStalled(tx, 1))
    expect(stalled).toMatchObject([{ removals: 0 }])
    await change(`update provisioning_connections set paused_reason = null`)
    at.application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 403 })
    run()
    const failed = async () => (await behind()).filter(({ lastFailure }) => lastFailure !== null).length
    await expect.poll(failed, waits).toBe(32)
    expect((await state()).removals).toBe(0)
    at.application.interfere = () => undefined
    await soon()
    await expect.poll(() => user('left7')?.['active'], waits).toBe(false)
    await settled()
    expect((await state()).pausedReason).toBeNull()
  })
})
