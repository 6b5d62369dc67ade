import { retryProvisioning, testProvisioning } from '@portico/core/contract'
import { describe, expect, it } from 'vitest'

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
  createLines,
  state,
  behind,
  settled,
  found,
  stalled,
  user,
  membersOf,
  namesOf,
  waits,
} = provisioningUnderTest()

describe('a failure', () => {
  it('of one person leaves the others alone, is shown with what the application says, and is tried again at once on request', async () => {
    at.application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob'
        ? { status: 400, detail: 'no bobs\u001b[31m here' }
        : undefined
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).find(({ name }) => name === 'bob')?.lastFailure, waits)
      .toEqual({
        kind: 'status',
        status: 400,
        detail: 'no bobs [31m here',
      })
    expect(user('ada')).toBeDefined()
    const [first] = await behind()
    expect(first).toMatchObject({ kind: 'person', name: 'bob', change: 'create', attempts: 1 })
    at.application.interfere = () => undefined
    expect((await call(retryProvisioning, { params: at.params })).ok).toBe(true)
    await expect.poll(() => user('bob')?.['active'], waits).toBe(true)
    await rows(`update provisioned_objects set next_attempt_at = now()`)
    await settled()
    expect(membersOf('staff')).toEqual(['ada', 'bob'])
  })

  it('that repeats the token shows it to no one', async () => {
    const { token } = at.application
    const detail = `Bad token: Bearer ${token}, or ${Buffer.from(token).toString('base64')}`
    at.application.interfere = ({ method }) => ({ status: method === 'POST' ? 400 : 503, detail })
    await connect({ sendGroups: false })
    run()
    const shown = 'Bad token: Bearer …, or …'
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.detail), waits)
      .toEqual([shown, shown])
    await soon()
    await expect.poll(async () => (await state()).lastFailure?.detail, waits).toBe(shown)
    const tested = await call(testProvisioning, { params: at.params, body: {} })
    expect(tested).toMatchObject({ ok: true, value: { failure: { detail: shown } } })
    const stored = [...(await rows(`select * from provisioned_objects`)), ...(await rows(`select * from audit`))]
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('of the application as a whole makes everything wait as long as it asks, and then goes on', async () => {
    at.application.interfere = () => ({ status: 503, retryAfter: '3600' })
    await connect()
    run()
    await expect.poll(async () => (await state()).failedAttempts, waits).toBe(1)
    const { nextAttemptAt, lastFailure } = await state()
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    expect(lastFailure).toMatchObject({ kind: 'status', status: 503 })
    const tries = at.application.seen.length
    at.application.interfere = () => undefined
    await soon()
    await settled()
    expect([at.application.users.size, tries <= 2]).toEqual([2, true])
    expect(await state()).toMatchObject({ failedAttempts: 0, lastFailure: null })
  })

  it('of the token pauses it with an audit row; a new token goes on', async () => {
    await connect({}, 'wrong-token')
    const { lines, log } = createLines()
    run({ log })
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('unauthorized')
    await expect.poll(() => lines, waits).toHaveLength(1)
    expect(lines).toMatchObject([{ tenant: at.acme.id, application: at.params.appId, reason: 'unauthorized' }])
    expect(JSON.stringify(lines)).not.toMatch(/wrong-token|127\.0\.0\.1|\b(?:ada|bob)\b/)
    expect((await state()).config?.enabled).toBe(false)
    const tries = at.application.seen.length
    await soon()
    await new Promise((wait) => setTimeout(wait, 200))
    expect(at.application.seen.length).toBe(tries)
    const [row] = await rows<{ after: unknown }>(
      `select after from audit where action = 'application.provisioning-pause'`,
    )
    expect(row?.after).toMatchObject({ reason: 'unauthorized', enabled: false })
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* rejected the token/)])
    const billing = { environmentId: at.params.envId, applicationId: at.params.appId, application: 'Billing' }
    const paused = {
      ...billing,
      environment: 'Production',
      reason: 'unauthorized',
      failedAttempts: 1,
      refusedKind: null,
      removals: 0,
    }
    expect(await stalled()).toEqual([paused])
    await stop()
    await connect()
    await change(`update provisioning_connections set failed_attempts = 5`)
    expect([await found(), await stalled()]).toEqual([[], []])
    await change(`update provisioning_connections set failed_attempts = 6`)
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* 6 failed attempts/)])
    expect(await stalled()).toEqual([{ ...paused, reason: 'failing', failedAttempts: 6 }])
    await connect({ enabled: false })
    expect([await found(), await stalled()]).toEqual([[], []])
    expect(await connect({})).toMatchObject({ pausedReason: null, config: { enabled: true } })
    run()
    await settled()
    expect(at.application.users.size).toBe(2)
  })

  it('to hear the answer to a POST creates no second resource', async () => {
    let lost = 0
    at.application.interfere = ({ method }) => (method === 'POST' && (lost += 1) <= 3 ? 'lost' : undefined)
    await connect()
    run()
    await expect.poll(() => lost, waits).toBeGreaterThanOrEqual(2)
    await soon()
    await expect
      .poll(async () => {
        await soon()
        return (await state()).behind
      }, waits)
      .toBe(0)
    expect(namesOf(at.application.users)).toEqual(['ada', 'bob'])
    expect(at.application.groups.size).toBe(2)
  })

  it('to hear it creates none either where the application takes the same name twice', async () => {
    at.application.refusesDuplicates = false
    const isFirst = new Set<string>()
    at.application.interfere = ({ method, body }) => {
      const { externalId = '' } = body as { externalId?: string }
      if (method !== 'POST' || isFirst.has(externalId)) return undefined
      isFirst.add(externalId)
      return 'lost'
    }
    await connect({ sendGroups: false })
    run()
    await expect.poll(() => isFirst.size, waits).toBe(2)
    await expect
      .poll(async () => {
        await soon()
        return (await state()).behind
      }, waits)
      .toBe(0)
    expect(namesOf(at.application.users)).toEqual(['ada', 'bob'])
  })

  it('to create someone who may come no longer leaves no one behind there', async () => {
    at.application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob' ? 'lost' : undefined
    await connect({ removal: 'delete', sendGroups: false })
    run()
    await expect.poll(() => user('bob') !== undefined, waits).toBe(true)
    await change(`delete from users where username = 'bob'`)
    at.application.interfere = () => undefined
    await soon()
    await expect.poll(() => user('bob'), waits).toBeUndefined()
    await settled()
  })

  it('to answer while the server stops is not one of the application: the next server goes on at once', async () => {
    at.application.interfere = () => 'hang'
    await connect()
    run()
    await expect.poll(() => at.application.seen.length, waits).toBeGreaterThan(0)
    await stop()
    expect(await state()).toMatchObject({ failedAttempts: 0, lastFailure: null, nextAttemptAt: null })
    expect((await behind()).map(({ lastFailure }) => lastFailure)).toEqual([null, null, null, null])
    at.application.interfere = () => undefined
    run()
    await settled()
    expect([at.application.users.size, at.application.groups.size]).toEqual([2, 2])
  })

  it('to take PATCH is answered by PUT, with what the application added', async () => {
    at.application.interfere = ({ method }) => (method === 'PATCH' ? { status: 501 } : undefined)
    await connect()
    run()
    await settled()
    const bob = user('bob')
    at.application.users.set(bob?.id ?? '', { ...bob, id: bob?.id ?? '', nickName: 'kept' })
    await change(`update users set name = 'Robert' where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Robert')
    await settled()
    expect(user('bob')).toMatchObject({ nickName: 'kept', active: true })
    expect(membersOf('staff')).toEqual(['ada', 'bob'])
  })
})

describe('an answer that makes no sense', () => {
  const answers: Record<string, object> = {
    'has an id that cannot be stored': { id: 'a\u0000b' },
    'has an id that fits in no path': { id: 'a\ud800' },
    'has no id': { userName: 'ada' },
    'has an empty id': { id: '' },
    'has an id that leads to the list of all': { id: '.' },
    'has an id that leads above it': { id: '..' },
    'has a very long id': { id: 'a'.repeat(1_001) },
    'is a list': [{ id: '1' }],
  }
  it.each(Object.keys(answers))('is shown as one, and waits like any failure: it %s', async (which) => {
    const body = JSON.stringify(answers[which])
    at.application.interfere = ({ method }) => (method === 'POST' ? { status: 201, body } : undefined)
    await connect({ sendGroups: false })
    run()
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.kind), waits)
      .toEqual(['answer', 'answer'])
    at.application.interfere = () => undefined
    await soon()
    await settled()
    expect(namesOf(at.application.users)).toEqual(['ada', 'bob'])
  })

  it.each(['.', '..'])('that was stored as the id %s sends nothing to another address', async (id) => {
    await connect()
    run()
    await settled()
    const before = at.application.seen.length
    await change(
      `update provisioned_objects set remote_id = '${id}'`,
      `delete from user_groups where group_id in (select id from groups where name <> 'admins')`,
      `delete from app_role_groups where role_id in (select id from app_roles where name = 'clerk')`,
    )
    await soon()
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.kind), waits)
      .toEqual(['answer', 'answer', 'answer', 'answer'])
    const sent = at.application.seen.slice(before).filter(({ method }) => method !== 'GET')
    expect(sent).toEqual([])
  })

  it('to a question for a person names none', async () => {
    const Resources = [null, 'ada', { userName: { toString: 1, valueOf: 1 }, id: 'x' }, { userName: 'ada', id: ['x'] }]
    at.application.interfere = ({ method, path }) => {
      if (method === 'POST') return { status: 409 }
      return method === 'GET' && path.startsWith('/Users')
        ? { status: 200, body: JSON.stringify({ Resources }) }
        : undefined
    }
    await connect({ sendGroups: false })
    run()
    await expect
      .poll(async () => (await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind]), waits)
      .toEqual(
        expect.arrayContaining([
          ['ada', 'answer'],
          ['bob', 'taken'],
        ]),
      )
  })
})
