import { putProvisioning, resendProvisioning } from '@portico/core/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { signedIn, smallTenant } from '../../testing/test-server.ts'
import { isLost } from './adopt.ts'
import type { ConnectionRow } from './connections.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const {
  at,
  rows,
  change,
  soon,
  call,
  connect,
  run,
  state,
  behind,
  settled,
  user,
  membersOf,
  takeovers,
  approve,
  waits,
} = provisioningUnderTest()

describe('accounts that exist already', () => {
  it('is not trusted to follow a filter: another person in the answer is not taken over', async () => {
    at.application.users.set('5', { id: '5', userName: 'root' })
    const everyone = JSON.stringify({ totalResults: 1, Resources: [...at.application.users.values()] })
    at.application.interfere = ({ method, path }) => {
      if (!path.startsWith('/Users')) return undefined
      return method === 'POST' ? { status: 409 } : { status: 200, body: everyone }
    }
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).filter(({ lastFailure }) => lastFailure?.kind === 'taken').length, waits)
      .toBe(2)
    expect(at.application.users.get('5')).toEqual({ id: '5', userName: 'root' })
  })

  it('is created again when the application lost it, and is a member again', async () => {
    await connect()
    run()
    await settled()
    const old = user('bob')?.id ?? ''
    at.application.users.delete(old)
    await change(`update users set name = 'Bobby' where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Bobby')
    await expect.poll(() => membersOf('staff'), waits).toEqual(['ada', 'bob'])
    await settled()
  })
})

describe('an account that has another identifier', () => {
  const put = (externalId: string, userName = 'bob') =>
    at.application.users.set('77', { id: '77', userName, externalId, active: true, nickName: 'kept' })
  const idOf = async (name: string) =>
    (await rows<{ id: string }>(`select id from users where username = '${name}'`))[0]?.id ?? ''
  const isTaken = () =>
    expect
      .poll(async () => (await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind]), waits)
      .toContainEqual(['bob', 'taken'])
  const isApprovable = () =>
    expect.poll(async () => (await takeovers()).map(({ obstacle }) => obstacle), waits).toEqual(['approval'])
  const isNotApprovable = async () => {
    expect((await takeovers()).map(({ name, obstacle }) => [name, obstacle])).toContainEqual(['bob', 'identifier'])
    expect((await approve(await takeovers())).approved).toBe(0)
  }
  const resend = async () => expect((await call(resendProvisioning, { params: at.params })).ok).toBe(true)

  it('is taken over once everything was sent again and an administrator approved, where Portico gave it and does not know it any more', async () => {
    const lost = uuidv7(Date.now())
    put(lost)
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await isNotApprovable()
    await resend()
    await isApprovable()
    expect(at.application.users.get('77')).toMatchObject({ externalId: lost })
    await approve(await takeovers())
    await settled()
    expect(at.application.users.get('77')).toMatchObject({
      externalId: await idOf('bob'),
      nickName: 'kept',
      active: true,
    })
    expect(at.application.users.size).toBe(2)
    const [row] = await rows<{ before: object; after: object }>(
      `select before, after from audit where action = 'application.provisioning-adopt'`,
    )
    expect(row).toMatchObject({
      before: { externalId: lost },
      after: { externalId: await idOf('bob'), kind: 'person' },
    })
    // From now on it is deactivated with bob.
    await change(`update users set active = false where username = 'bob'`)
    await soon()
    await expect.poll(() => at.application.users.get('77')?.['active'], waits).toBe(false)
  })

  it('is taken over too where it is a group', async () => {
    at.application.groups.set('9', { id: '9', displayName: 'staff', externalId: uuidv7(Date.now()), members: [] })
    await connect()
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['staff'])
    await resend()
    await isApprovable()
    await approve(await takeovers())
    await settled()
    expect([at.application.groups.size, membersOf('staff')]).toEqual([2, ['ada', 'bob']])
  })

  const strangers: Record<string, () => string | Promise<string>> = {
    'comes from another system': () => uuidv7(Date.now()).replace(/-7/, '-4'),
    'comes from another system that writes ids otherwise': () => uuidv7(Date.now()).toUpperCase(),
    'is older than this tenant': () => uuidv7(Date.now() - 86_400_000),
    'is made after everything was sent again': () => uuidv7(Date.now() + 86_400_000),
    'belongs to another person of this tenant': () => idOf('cy'),
    'is a group of this tenant': async () =>
      (await rows<{ id: string }>(`select id from groups where claim = 'guests'`))[0]?.id ?? '',
    'belongs to a person of another tenant': async () => {
      const other = await at.server.importTenant(smallTenant(`stranger${at.round}`))
      await signedIn(at.server, other, { username: 'bob', groups: ['staff'] })
      const { rows: found } = await tenantScope(at.server.database, other.id).transaction(({ db }) =>
        sql<{ id: string }>`select id from users where username = 'bob'`.execute(db),
      )
      return found[0]?.id ?? ''
    },
  }
  it.each(Object.keys(strangers))('stays with its owner where it %s', async (which) => {
    const externalId = (await strangers[which]?.()) ?? ''
    put(externalId)
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await resend()
    await expect.poll(async () => (await state()).comparedAt, waits).not.toBeNull()
    await isTaken()
    await isNotApprovable()
    expect(at.application.users.get('77')).toMatchObject({ externalId })
  })

  it('stays with one who has left, and does not go to the next one with that name', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    const left = await idOf('bob')
    await change(`delete from users where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await settled()
    await signedIn(at.server, at.acme, { username: 'bob', groups: ['staff'] })
    await resend()
    await isTaken()
    expect((await takeovers()).map(({ obstacle }) => obstacle)).toEqual(['ours'])
    expect((await approve(await takeovers())).approved).toBe(0)
    expect(user('bob')).toMatchObject({ externalId: left, active: false })
  })

  it('stays where another tenant sends to the same address, whose people could be lost too', async () => {
    const other = await at.server.importTenant(smallTenant(`shared${at.round}`))
    const stranger = await signedIn(at.server, other, { username: 'eve', groups: ['admins'] })
    const [place] = (
      await tenantScope(at.server.database, other.id).transaction(({ db }) =>
        sql<typeof at.params>`select e.id as "envId", a.id as "appId" from environments e, applications a
          where e.slug = 'production' and a.slug = 'billing'`.execute(db),
      )
    ).rows
    const config = { url: at.application.url, enabled: false }
    const body = { config, bearerToken: at.application.token }
    expect((await stranger.core.client.call(putProvisioning, { params: place ?? at.params, body })).ok).toBe(true)
    put(uuidv7(Date.now()))
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await resend()
    await expect.poll(async () => (await state()).comparedAt, waits).not.toBeNull()
    await isTaken()
  })

  it('stays with one who has left another tenant', async () => {
    await connect()
    await resend()
    const [connection] = await rows<ConnectionRow>(`select * from provisioning_connections where removed_at is null`)
    if (connection === undefined) throw new Error('no connection')
    const externalId = uuidv7(Date.now() - 1)
    const lost = () =>
      tenantScope(at.server.database, at.acme.id).transaction((tx) => isLost(tx, connection, externalId, Date.now()))
    connection.resent_at = new Date()
    expect(await lost()).toBe(true)
    const stranger = await at.server.importTenant(smallTenant(`left${at.round}`))
    await tenantScope(at.server.database, stranger.id).transaction(async ({ db }) => {
      await sql`insert into provisioning_connections
        (tenant_id, id, environment_id, application_id, url, bearer_token, send_groups, removal, enabled)
        select tenant_id, gen_random_uuid(), environment_id, application_id, 'https://other.example', 'sealed', true, 'delete', false
          from environment_applications limit 1`.execute(db)
      await sql`insert into provisioned_objects (tenant_id, connection_id, kind, id, name, remote_id)
        select tenant_id, id, 'person', ${externalId}, 'left', '5' from provisioning_connections`.execute(db)
    })
    expect(await lost()).toBe(false)
  })

  it('stays when everything was sent again a month ago', async () => {
    put(uuidv7(Date.now()))
    await connect({ sendGroups: false })
    await resend()
    run({ clock: { now: () => Date.now() + 31 * 86_400_000 } })
    await isTaken()
  })
})
