import { approveTakeovers, getDoctorFacts, type Takeover } from '@portico/core/contract'
import { describe, expect, it } from 'vitest'

import { signedIn } from '../../testing/test-server.ts'
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
  takeovers,
  approve,
  waitingFor,
  waits,
} = provisioningUnderTest()

const meta = { created: '2020-02-03T04:05:06Z', lastModified: '2026-01-02T03:04:05Z' }
const root = { id: '77', userName: 'bob', displayName: 'The owner', nickName: 'kept', meta }
const put = (change: object = {}) => at.application.users.set('77', { ...root, ...change })
const idOf = async (name: string) =>
  (await rows<{ id: string }>(`select id from users where username = '${name}'`))[0]?.id ?? ''
const isUntouched = (change: object = {}) => expect(at.application.users.get('77')).toEqual({ ...root, ...change })
const waitingInOverview = async () => {
  const answer = await call(getDoctorFacts)
  return answer.ok ? answer.value.takeovers : answer.problem
}
const audited = (action: string) =>
  rows<{ actor_kind: string; before: object; after: object }>(
    `select actor_kind, before, after from audit where action = 'application.provisioning-${action}' order by id`,
  )

describe('an account of the application with the name of one of our people', () => {
  it('stays as it is until an administrator approves, who sees whose it is, since when, and who of ours would get it', async () => {
    put()
    await connect({ sendGroups: false })
    run()
    const [listed] = await waitingFor(1)
    expect(listed).toEqual({
      kind: 'person',
      id: await idOf('bob'),
      name: 'bob',
      displayName: 'bob',
      provider: expect.any(String),
      obstacle: 'approval',
      account: {
        id: '77',
        name: 'bob',
        displayName: 'The owner',
        externalId: null,
        createdAt: '2020-02-03T04:05:06.000Z',
        modifiedAt: '2026-01-02T03:04:05.000Z',
      },
      foundAt: expect.any(String),
      approvedAt: null,
    } satisfies Takeover)
    await soon()
    await expect.poll(async () => (await behind())[0]?.attempts ?? 0, waits).toBeGreaterThan(1)
    isUntouched()
    expect((await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind])).toEqual([['bob', 'taken']])
    // It waits for an administrator; the application refuses nothing.
    expect(await state()).toMatchObject({ takeovers: 1, refusedKind: null, behind: 1 })
    expect(await found()).toEqual([expect.stringMatching(/1 wait.* portico provisioning taken/)])
    // The doctor of the command line and the overview say the same, until an administrator has decided.
    expect(await waitingInOverview()).toMatchObject({ rows: [{ application: 'Billing', count: 1 }], total: 1 })

    await stop()
    expect(await approve(await takeovers())).toEqual({ approved: 1, changed: [] })
    expect(await waitingInOverview()).toEqual({ rows: [], total: 0 })
    run()
    await settled()
    expect(at.application.users.get('77')).toMatchObject({
      externalId: await idOf('bob'),
      nickName: 'kept',
      active: true,
    })
    expect(at.application.users.size).toBe(2)
    expect([await takeovers(), (await state()).takeovers]).toEqual([[], 0])
    const account = { id: '77', displayName: 'The owner' }
    expect(await audited('approve')).toMatchObject([
      { actor_kind: 'user', after: { kind: 'person', name: 'bob', id: await idOf('bob'), account } },
    ])
    expect(await audited('adopt')).toMatchObject([
      { actor_kind: 'system', before: { externalId: null, ...account }, after: { externalId: await idOf('bob') } },
    ])
    // From now on it is deactivated with bob, and changed under its id.
    await change(`update users set active = false where username = 'bob'`)
    await soon()
    await expect.poll(() => at.application.users.get('77')?.['active'], waits).toBe(false)
  })

  const others: Record<string, object> = {
    'belongs to someone else by now': { displayName: 'The next one' },
    'was deleted and made again under the same id': { meta: { ...meta, created: '2026-11-01T00:00:00Z' } },
    'is in another system by now': { externalId: 'of-another-system' },
  }
  it.each(Object.keys(others))('stays as it is in spite of an approval where it %s', async (which) => {
    put()
    await connect({ sendGroups: false })
    run()
    const listed = await waitingFor(1)
    await stop()
    expect(await approve(listed)).toEqual({ approved: 1, changed: [] })
    expect((await takeovers())[0]?.approvedAt).not.toBeNull()
    put(others[which])
    run()
    await expect.poll(async () => (await takeovers())[0]?.approvedAt, waits).toBeNull()
    isUntouched(others[which])
    // The earlier list does not approve it either.
    expect(await approve(listed)).toEqual({ approved: 0, changed: [{ kind: 'person', id: listed[0]?.id }] })
    expect(await audited('approve')).toHaveLength(1)
  })

  it('is taken over as approved where it was only used meanwhile, also after a restart', async () => {
    put({ externalId: '' })
    await connect({ sendGroups: false })
    run()
    const listed = await waitingFor(1)
    await stop()
    await approve(listed)
    put({ meta: { ...meta, lastModified: '2026-11-01T00:00:00Z' } })
    run()
    await settled()
    expect(at.application.users.get('77')).toMatchObject({ externalId: await idOf('bob') })
  })

  it('is approved for one account: another one is refused, byte for byte', async () => {
    put()
    await connect({ sendGroups: false })
    run()
    const [listed] = await waitingFor(1)
    if (listed === undefined) throw new Error('nothing is listed')
    const { kind, id, foundAt } = listed
    const send = (choice: object) => approve([{ ...listed, ...choice }])
    const changed = [{ kind, id }]
    expect(await send({ account: { ...listed.account, id: '78' } })).toEqual({ approved: 0, changed })
    expect(await send({ foundAt: new Date(Date.parse(foundAt) - 1).toISOString() })).toEqual({ approved: 0, changed })
    const cy = await idOf('cy')
    expect(await send({ id: cy })).toEqual({ approved: 0, changed: [{ kind, id: cy }] })
    for (const body of [{ takeovers: [] }, { takeovers: [{ kind, id, foundAt }] }, {}])
      expect((await call(approveTakeovers, { params: at.params, body: body as never })).ok).toBe(false)
    isUntouched()
  })

  it('is never taken over where it has another identifier, several have the name, or it is not listed', async () => {
    put({ externalId: 'of-another-system' })
    at.application.refusesDuplicates = true
    at.application.users.set('1', { id: '1', userName: 'ada' })
    at.application.users.set('2', { id: '2', userName: 'ada' })
    await connect({ sendGroups: false })
    run()
    const listed = await waitingFor(2)
    const of = (name: string) => listed.find((one) => one.name === name)
    expect([of('ada')?.obstacle, of('ada')?.account]).toEqual(['several', null])
    expect([of('bob')?.obstacle, of('bob')?.account?.externalId]).toEqual(['identifier', 'of-another-system'])
    expect((await approve([{ ...(of('bob') as Takeover) }])).approved).toBe(0)
    await soon()
    await expect
      .poll(async () => Math.min(...(await behind()).map(({ attempts }) => attempts)), waits)
      .toBeGreaterThan(1)
    isUntouched({ externalId: 'of-another-system' })
    at.application.users.delete('2')
    at.application.interfere = ({ method, path }) =>
      method === 'GET' && path.includes('userName')
        ? { status: 200, body: '{"totalResults":0,"Resources":[]}' }
        : undefined
    const obstacles = async () => {
      await soon()
      return (await takeovers()).map(({ obstacle }) => obstacle)
    }
    await expect.poll(obstacles, waits).toEqual(['hidden', 'hidden'])
    expect(at.application.users.get('1')).toEqual({ id: '1', userName: 'ada' })
  })

  it('is never taken over where Portico sends someone else to it, whose identifier the application does not keep', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    const here = user('bob')?.id ?? ''
    at.application.users.set(here, { ...at.application.users.get(here), id: here, externalId: undefined })
    await change(`update users set username = 'bob.old', subject = 'bob.old', active = false where username = 'bob'`)
    at.application.interfere = ({ method, path }) =>
      method === 'PATCH' && path.endsWith(here) ? { status: 400 } : undefined
    await signedIn(at.server, at.acme, { username: 'bob', groups: ['staff'] })
    await soon()
    const [listed] = await waitingFor(1)
    expect([listed?.obstacle, listed?.account?.id]).toEqual(['ours', here])
    expect((await approve([listed as Takeover])).approved).toBe(0)
  })

  it('that Portico made itself in an attempt whose answer was lost needs no approval', async () => {
    at.application.interfere = ({ method }) => (method === 'POST' ? 'lost' : undefined)
    await connect({ sendGroups: false })
    run()
    await expect.poll(() => at.application.users.size, waits).toBeGreaterThan(0)
    at.application.interfere = () => undefined
    await soon()
    await settled()
    expect([at.application.users.size, await takeovers(), await audited('adopt')]).toEqual([2, [], []])
  })

  it('that an earlier version took over stays with its person, also where the application does not find it for a moment', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    const here = user('bob')?.id ?? ''
    at.application.users.set(here, { ...at.application.users.get(here), id: here, externalId: undefined })
    let isLost = true
    at.application.interfere = ({ method, path }) => {
      if (method !== 'PATCH' || !path.endsWith(here) || !isLost) return undefined
      isLost = false
      return { status: 404 }
    }
    await change(`update users set name = 'Bobby' where username = 'bob'`)
    await soon()
    await expect.poll(() => at.application.users.get(here)?.['displayName'], waits).toBe('Bobby')
    await settled()
    expect([isLost, await takeovers()]).toEqual([false, []])
  })
})

describe('an application that answers POST with an account that was there before', () => {
  /** It merges what is posted into the account, as some applications do instead of answering 409. */
  const merges = (name: string, id: string, status = 200, hidden: readonly string[] = []) => {
    at.application.interfere = ({ method, path, body }) => {
      const posted = body as Record<string, unknown>
      if (method !== 'POST' || path !== '/Users' || posted['userName'] !== name) return undefined
      const merged = { ...at.application.users.get(id), ...posted, id }
      at.application.users.set(id, merged)
      return {
        status,
        body: JSON.stringify({ ...merged, ...Object.fromEntries(hidden.map((one) => [one, undefined])) }),
      }
    }
  }
  const posts = () => at.application.seen.filter(({ method, path }) => method === 'POST' && path === '/Users').length

  it.each([
    ['is older than the request by its own clock', []],
    ['is older, and the answer leaves out the identifier', ['externalId']],
  ] as const)('is reported where it %s, and not used until an administrator approves', async (_, hidden) => {
    put()
    merges('bob', '77', 201, hidden)
    await connect({ sendGroups: false })
    run()
    const [listed] = await waitingFor(1)
    expect(listed).toMatchObject({ name: 'bob', obstacle: 'approval', account: { id: '77' } })
    // Its identifier is ours by now, because the application wrote it.
    for (let tries = 0; tries < 2; tries += 1) {
      const { attempts = 0 } = (await behind())[0] ?? {}
      await soon()
      await expect.poll(async () => (await behind())[0]?.attempts ?? 0, waits).toBeGreaterThan(attempts)
    }
    await expect.poll(async () => (await takeovers())[0]?.account?.externalId, waits).toBe(await idOf('bob'))
    expect(await rows(`select remote_id from provisioned_objects where name = 'bob'`)).toEqual([{ remote_id: null }])
    const [now] = await takeovers()
    expect(await approve([now as Takeover])).toEqual({ approved: 1, changed: [] })
    await settled()
    expect(await audited('adopt')).toMatchObject([{ after: { kind: 'person', externalId: await idOf('bob') } }])
    expect([await takeovers(), posts() > 0]).toEqual([[], true])
  })

  it('is reported where the account belongs to another system', async () => {
    const external = { id: '77', userName: 'bob', externalId: 'of-another-system' }
    at.application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob'
        ? { status: 201, body: JSON.stringify(external) }
        : undefined
    await connect({ sendGroups: false })
    run()
    const [listed] = await waitingFor(1)
    expect([listed?.obstacle, listed?.account?.externalId]).toEqual(['identifier', 'of-another-system'])
    expect((await approve([listed as Takeover])).approved).toBe(0)
  })

  it('is reported where Portico sends someone else to the account, also when both are sent at once', async () => {
    at.application.users.set('5', { id: '5' })
    at.application.interfere = ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/Users') return undefined
      const merged = { ...(body as object), id: '5' }
      at.application.users.set('5', merged)
      return { status: 201, body: JSON.stringify(merged) }
    }
    await connect({ sendGroups: false })
    run()
    const [listed] = await waitingFor(1)
    expect([listed?.obstacle, listed?.account?.id]).toEqual(['ours', '5'])
    expect((await approve([listed as Takeover])).approved).toBe(0)
    // The application gave it the identifier of the other one.
    await soon()
    await expect.poll(async () => (await behind())[0]?.attempts ?? 0, waits).toBeGreaterThan(1)
    expect((await takeovers()).map(({ obstacle }) => obstacle)).toEqual(['ours'])
    expect(await rows(`select count(*)::int from provisioned_objects where remote_id = '5'`)).toEqual([{ count: 1 }])
    // A new turn reads again who has the account.
    await stop()
    run()
    await soon()
    await expect.poll(async () => (await behind())[0]?.attempts ?? 0, waits).toBeGreaterThan(2)
    expect((await takeovers()).map(({ obstacle }) => obstacle)).toEqual(['ours'])
  })

  it('keeps the members of an existing group until an administrator approves', async () => {
    const theirs = { id: '9', displayName: 'staff', members: [{ value: '1' }], meta }
    at.application.groups.set('9', theirs)
    at.application.interfere = ({ method, path, body }) =>
      method === 'POST' && (body as { displayName?: string }).displayName === 'staff' && path === '/Groups'
        ? { status: 200, body: JSON.stringify(theirs) }
        : undefined
    await connect()
    run()
    const [listed] = await waitingFor(1)
    expect(listed).toMatchObject({ kind: 'group', obstacle: 'approval', account: { id: '9' } })
    expect(at.application.groups.get('9')).toEqual(theirs)
    await approve([listed as Takeover])
    await settled()
    expect([group('staff')?.id, membersOf('staff')]).toEqual(['9', ['ada', 'bob']])
  })

  it.each([
    ['was made for the request', () => new Date(Date.now() - 5_000).toISOString()],
    [
      'has a time of today in a zone that is not named',
      () => new Date(Date.now() - 11 * 3_600_000).toISOString().slice(0, 19),
    ],
  ])('has nothing to report where the account %s, or the answer tells no time', async (_, made) => {
    const created = [made(), undefined]
    at.application.interfere = ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/Users') return undefined
      const user = { ...(body as object), id: `id-${created.length}`, meta: { created: created.pop() } }
      at.application.users.set(user.id, user)
      return { status: 201, body: JSON.stringify(user) }
    }
    await connect({ sendGroups: false })
    run()
    await settled()
    expect([at.application.users.size, await takeovers(), await audited('adopt')]).toEqual([2, [], []])
  })
})

describe('a group of the application with the name of one of ours', () => {
  it('keeps its members until an administrator approves', async () => {
    const theirs = { id: '9', displayName: 'staff', members: [{ value: '1' }], meta }
    at.application.groups.set('9', theirs)
    await connect()
    run()
    const [listed] = await waitingFor(1)
    expect(listed).toMatchObject({
      kind: 'group',
      name: 'staff',
      displayName: null,
      provider: expect.any(String),
      obstacle: 'approval',
      account: { id: '9', name: 'staff', displayName: null, createdAt: '2020-02-03T04:05:06.000Z' },
    })
    expect(at.application.groups.get('9')).toEqual(theirs)
    await approve([listed as Takeover])
    await settled()
    expect([group('staff')?.id, membersOf('staff')]).toEqual(['9', ['ada', 'bob']])
  })
})
