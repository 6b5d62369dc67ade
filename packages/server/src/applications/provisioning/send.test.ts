import { deactivatePerson } from '@portico/core/contract'
import { describe, expect, it } from 'vitest'

import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, rows, change, soon, call, connect, run, state, settled, user, group, membersOf, namesOf, rolesOf, waits } =
  provisioningUnderTest()

describe('an application that people are sent to', () => {
  it('gets those who can open it, with their roles, and the groups that open it with these members', async () => {
    await connect()
    run()
    await settled()
    expect(namesOf(at.application.users)).toEqual(['ada', 'bob'])
    const [ada] = await rows<{ id: string }>(`select id from users where username = 'ada'`)
    expect(user('ada')).toMatchObject({ externalId: ada?.id, active: true, displayName: 'ada' })
    expect([rolesOf(user('ada')), rolesOf(user('bob'))]).toEqual([['clerk', 'viewer'], ['viewer']])
    expect(namesOf(at.application.groups)).toEqual(['finance', 'staff'])
    expect([membersOf('staff'), membersOf('finance')]).toEqual([['ada', 'bob'], ['ada']])
    expect(await state()).toMatchObject({ people: 2, groups: 2, behind: 0, pausedReason: null, lastFailure: null })
    expect(at.application.seen.every(({ path }) => !path.includes('/Me'))).toBe(true)
  })

  it('learns of changes by themselves: another name, a role, a member, and that someone may come no longer', async () => {
    await connect()
    run()
    await settled()
    const before = at.application.seen.length
    await change(
      `update users set name = 'Robert', email = 'bob@acme${at.round}.example' where username = 'bob'`,
      `delete from user_groups where user_id = (select id from users where username = 'ada') and group_id in (select id from groups where claim = 'finance')`,
    )
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Robert')
    await settled()
    expect(user('bob')?.['emails']).toMatchObject([{ value: `bob@acme${at.round}.example` }])
    expect(rolesOf(user('ada'))).toEqual(['viewer'])
    expect(membersOf('finance')).toEqual([])
    const sent = at.application.seen.slice(before).map(({ method }) => method)
    expect(sent).not.toContain('POST')
    expect(sent.length).toBeLessThanOrEqual(5)
    await change(`update users set active = false where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await settled()
    expect([membersOf('staff'), rolesOf(user('bob'))]).toEqual([['ada'], []])
    await change(`update users set active = true where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(true)
    await settled()
    expect([membersOf('staff'), at.application.users.size]).toEqual([['ada', 'bob'], 2])
  })

  it('is sent a change in Portico without waiting for the next full comparison', async () => {
    await connect()
    run()
    await settled()
    const [bob] = await rows<{ id: string }>(`select id from users where username = 'bob'`)
    expect((await call(deactivatePerson, { params: { id: bob?.id ?? '' } })).ok).toBe(true)
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await expect.poll(() => membersOf('staff'), waits).toEqual(['ada'])
  })

  it('gets no hidden role, and no people of a provider that is switched off', async () => {
    await change(
      `insert into app_role_groups (tenant_id, role_id, group_id) select r.tenant_id, r.id, g.id from app_roles r, groups g where r.name = 'hidden' and r.environment_id = '${at.params.envId}' and g.claim = 'guests'`,
    )
    await connect()
    run()
    await settled()
    expect([namesOf(at.application.users), rolesOf(user('cy'))]).toEqual([['ada', 'bob', 'cy'], []])
    await rows(`update identity_providers set enabled = false`)
    await soon()
    const isActive = () => [...at.application.users.values()].map(({ active }) => active)
    await expect.poll(isActive, waits).toEqual([false, false, false])
    await rows(`update identity_providers set enabled = true`)
  })

  it('deletes people where that is chosen, also those who are not in Portico any more, and groups that open it no longer', async () => {
    await connect({ removal: 'delete' })
    run()
    await settled()
    await change(`delete from users where username = 'bob'`)
    await change(`delete from app_role_groups where role_id in (select id from app_roles where name = 'clerk')`)
    await soon()
    await expect.poll(() => [user('bob'), group('finance')], waits).toEqual([undefined, undefined])
    await settled()
    expect(membersOf('staff')).toEqual(['ada'])
  })

  it('gets no groups where only people are sent, and those sent before are deleted', async () => {
    await connect()
    run()
    await settled()
    expect(at.application.groups.size).toBe(2)
    await connect({ sendGroups: false })
    await expect.poll(() => at.application.groups.size, waits).toBe(0)
    await settled()
    expect((await state()).groups).toBe(0)
  })
})
