import { getDoctorFacts, retryProvisioning } from '@portico/core/contract'
import { describe, expect, it } from 'vitest'

import { provisioningUnderTest } from './testing/provisioning-under-test.ts'
import type { Interference } from './testing/scim-application.ts'

const { at, rows, change, soon, call, connect, run, stop, state, behind, settled, found, stalled, user, waits } =
  provisioningUnderTest()

const refused = async () => (await state()).refusedKind
const isRefused = (kind: 'person' | 'group') => expect.poll(refused, waits).toBe(kind)
const rename = (...names: string[]) =>
  change(...names.map((name) => `update users set name = name || ' II' where username = '${name}'`))
/** What was refused at least once, in the order of names. */
const failed = async () =>
  (await behind())
    .filter(({ lastFailure }) => lastFailure !== null)
    .map(({ name }) => name)
    .toSorted()
const isWriteFor = (names: readonly string[]) => (request: { method: string; body: unknown }) =>
  request.method !== 'GET' && names.some((name) => JSON.stringify(request.body ?? {}).includes(`"${name}"`))
/** 12 more people who can open the application: p1 to p12. */
async function fill(): Promise<void> {
  await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'p' || n, 'p' || n, 'p' || n, 'p' || n
      from users u, generate_series(1, 12) n where u.username = 'bob'`)
  await rows(`insert into user_groups (tenant_id, user_id, group_id)
    select u.tenant_id, u.id, g.id from users u, groups g where u.username ~ '^p[0-9]+$' and g.claim = 'staff'`)
}

describe('an application that refuses everything', () => {
  const answers: [what: string, interference: Interference, failure: object][] = [
    ['404, because the base URL is wrong', { status: 404 }, { kind: 'status', status: 404, detail: null }],
    ['400', { status: 400, detail: 'no licence' }, { kind: 'status', status: 400, detail: 'no licence' }],
    ['403', { status: 403, detail: 'read only' }, { kind: 'status', status: 403, detail: 'read only' }],
    ['500', { status: 500 }, { kind: 'status', status: 500 }],
    ['a page', { status: 200, body: '<!doctype html>' }, { kind: 'answer' }],
  ]
  it.each(answers)('counts as failing at once: %s', async (_what, interference, failure) => {
    at.application.interfere = () => interference
    await connect()
    run()
    await isRefused('person')
    const shown = await state()
    expect(shown).toMatchObject({ lastFailure: failure, pausedReason: null, failedAttempts: 0, lastSentAt: null })
    expect(shown.behind).toBeGreaterThanOrEqual(2)
    expect(await found()).toEqual([expect.stringMatching(/billing in production: it refuses all people/)])
    const named = { reason: 'refused', refusedKind: 'person', application: 'Billing', environment: 'Production' }
    expect(await stalled()).toMatchObject([named])
    const facts = await call(getDoctorFacts)
    expect(facts).toMatchObject({ ok: true, value: { provisioning: { rows: [named], total: 1 } } })
  })

  it('does so until it accepts the first person, and others may still be behind then', async () => {
    at.application.interfere = () => ({ status: 403 })
    await connect({ sendGroups: false })
    run()
    await isRefused('person')
    at.application.interfere = (request) => (isWriteFor(['ada'])(request) ? { status: 403 } : undefined)
    expect((await call(retryProvisioning, { params: at.params })).ok).toBe(true)
    await expect.poll(refused, waits).toBeNull()
    expect(user('bob')).toMatchObject({ active: true })
    expect(await state()).toMatchObject({ behind: 1, lastFailure: null })
    expect([await found(), await stalled()]).toEqual([[], []])
  })

  it('does not show the token that it repeats', async () => {
    const { token } = at.application
    at.application.interfere = () => ({ status: 403, detail: `not with ${token}` })
    await connect()
    run()
    await isRefused('person')
    expect((await state()).lastFailure?.detail).toBe('not with …')
    expect(JSON.stringify(await rows(`select * from provisioning_connections`))).not.toContain(token)
  })

  it('is reported to refuse people though it accepts their groups, and groups though it accepts people', async () => {
    at.application.interfere = ({ path, method }) =>
      path.startsWith('/Users') && method !== 'GET' ? { status: 400 } : undefined
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.kind), waits)
      .toEqual(['status', 'status', 'members', 'members'])
    expect([at.application.groups.size, await refused()]).toEqual([2, 'person'])
    at.application.interfere = ({ path }) => (path.startsWith('/Groups') ? { status: 501 } : undefined)
    await change(`update provisioned_objects set sent = null, remote_id = null where kind = 'group'`)
    await soon()
    await isRefused('group')
    expect(at.application.users.size).toBe(2)
    expect(await found()).toEqual([expect.stringMatching(/it refuses all groups sent there \(status 501\)/)])
    // Without groups, nothing is left that it refuses.
    at.application.interfere = () => undefined
    await connect({ sendGroups: false })
    await settled()
    expect(await refused()).toBeNull()
  })

  it('goes on failing while nothing but a removal that changes nothing there succeeds', async () => {
    await fill()
    await connect({ sendGroups: false, removal: 'delete' })
    run()
    await settled()
    const { lastSentAt } = await state()
    at.application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 404 })
    await rename('p1', 'p2', 'p3')
    await soon()
    await isRefused('person')
    at.application.users.delete(user('p4')?.id ?? '')
    await change(`delete from users where username = 'p4'`)
    await soon()
    await expect.poll(async () => rows(`select from provisioned_objects where name = 'p4'`), waits).toEqual([])
    expect(await state()).toMatchObject({ refusedKind: 'person', lastSentAt })
  })

  it('is tried again at once when settings are saved, and is failing until it accepts something', async () => {
    at.application.interfere = () => ({ status: 403, detail: 'read only' })
    await connect({ sendGroups: false })
    run()
    await isRefused('person')
    await stop()
    await change(`update provisioned_objects set next_attempt_at = now() + interval '5 hours'`)
    expect(await connect({ sendGroups: false })).toMatchObject({
      refusedKind: 'person',
      lastFailure: { detail: 'read only' },
    })
    at.application.interfere = () => undefined
    run()
    await settled()
    expect(await state()).toMatchObject({ refusedKind: null, lastFailure: null })
  })

  it('no longer fails once it has accepted everything that it had refused', async () => {
    at.application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 404 })
    await connect({ sendGroups: false })
    run()
    await isRefused('person')
    await change(`delete from user_groups where group_id in (select id from groups where name <> 'admins')`)
    await soon()
    await expect.poll(refused, waits).toBeNull()
    expect(await state()).toMatchObject({ behind: 0, lastSentAt: null })
  })
})

describe('an application that refuses some', () => {
  it('of very many is not failing, also while no other person is sent; from three on it is', async () => {
    await fill()
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 400 })
    await rename('p1', 'p2')
    await soon()
    await expect.poll(failed, waits).toEqual(['p1', 'p2'])
    // The same two again.
    await soon()
    await expect.poll(async () => (await behind()).every(({ attempts }) => attempts > 1), waits).toBe(true)
    expect(await refused()).toBeNull()
    expect(await stalled()).toEqual([])
    await rename('p3')
    await soon()
    await isRefused('person')
  })

  it('does not become failing again by those that it refused before it accepted another one', async () => {
    await fill()
    const never = ['p1', 'p2', 'p3', 'p4', 'p5']
    at.application.interfere = (request) => (isWriteFor(never)(request) ? { status: 400 } : undefined)
    const seen = new Set<unknown>()
    await connect({ sendGroups: false })
    run()
    await expect.poll(failed, waits).toEqual(never)
    await expect.poll(async () => (await state()).behind, waits).toBe(never.length)
    const isTriedAgain = async () => {
      const before = Math.max(...(await behind()).map(({ attempts }) => attempts))
      await expect
        .poll(async () => {
          // A batch in flight would reset the next attempt.
          await soon()
          seen.add(await refused())
          return (await behind()).every(({ attempts }) => attempts > before)
        }, waits)
        .toBe(true)
    }
    for (const name of ['Bob', 'Bobby', 'Robert']) {
      await change(`update users set name = '${name}' where username = 'bob'`)
      await isTriedAgain()
      await expect.poll(() => user('bob')?.['displayName'], waits).toBe(name)
      await isTriedAgain()
    }
    expect([...seen]).toEqual([null])
  })

  it('is judged by what it should have where that is less than three', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    at.application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 400 })
    await rename('ada')
    await soon()
    await expect.poll(failed, waits).toEqual(['ada'])
    expect(await refused()).toBeNull()
    await rename('bob')
    await soon()
    await isRefused('person')
  })
})
