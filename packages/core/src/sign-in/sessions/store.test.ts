import { expect, it } from 'vitest'

import { heldServer } from '../../testing/held-server.ts'

const at = (time: string, sessionIdleSecs: number) => ({ expiresOn: `2026-01-01T${time}Z`, sessionIdleSecs })

it.each([
  ['fetch', 'GET /portal/cloudsession'],
  ['renew', 'PUT /portal/cloudsession'],
] as const)(
  '%s sets fetching and stores expiresOn and sessionIdleSecs (spec section 4, "Session")',
  async (verb, call) => {
    const { core, answer, waiting } = heldServer()
    const first = core.session[verb]()
    expect(core.session.getState()).toMatchObject({ isFetching: true, session: undefined })
    expect(waiting()).toEqual([call])
    answer(200, at('10:00:00', 1800))
    await first
    expect(core.session.getState()).toMatchObject({ isFetching: false, session: at('10:00:00', 1800) })
    const second = core.session[verb]()
    answer(200, at('11:30:00', 900))
    await second
    expect(core.session.getState().session).toEqual(at('11:30:00', 900))
  },
)

it('a failed renewal keeps the end that is known', async () => {
  const { core, answer } = heldServer()
  const fetched = core.session.fetch()
  answer(200, at('10:00:00', 1800))
  await fetched
  const renewed = core.session.renew()
  answer(500, { errorID: 'INTERNAL', errorMessage: 'Broken.' })
  await renewed
  expect(core.session.getState()).toMatchObject({ isFetching: false, session: at('10:00:00', 1800) })
})

it('a failed renewal is shown in the question, not in the banner, until one succeeds', async () => {
  const { core, answer } = heldServer()
  const failing = core.session.renew()
  answer(500, { errorID: 'INTERNAL', errorMessage: 'Broken.' })
  await failing
  expect([core.session.getState().renewalFailed, core.feedback.getState().system]).toEqual([true, undefined])
  const renewed = core.session.renew()
  answer(200, at('10:00:00', 1800))
  await renewed
  expect(core.session.getState()).toEqual({
    isFetching: false,
    session: at('10:00:00', 1800),
    clockAheadMs: 0,
    renewalFailed: false,
    isSigningOut: false,
  })
})
