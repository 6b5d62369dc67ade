import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { confirmWaitMs, createSessionClock, rereadMs, type SessionClockOptions } from './session-clock.ts'

const begin = Date.parse('2026-11-21T12:00:00Z')

/** A server with only the session route; the test sets the time and the session's end, in seconds. */
async function open(options?: SessionClockOptions) {
  const at = { now: 0, end: 900, status: 200, date: undefined as string | undefined, hangs: false }
  let reads = 0
  const core = createCore({
    clock: { now: () => begin + at.now * 1000 },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
    http: {
      cookie: () => undefined,
      send: () => {
        reads += 1
        if (at.hangs) return new Promise(() => undefined)
        const expiresOn = new Date(begin + at.end * 1000).toISOString()
        const session = { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null }
        const text = () => Promise.resolve(JSON.stringify(session))
        const header = (name: string) => (name === 'date' ? at.date : undefined)
        return Promise.resolve({ status: at.status, statusText: '', header, text })
      },
    },
  })
  const clock = createSessionClock(core, options)
  await core.session.fetch()
  return { at, core, clock, reads: () => reads - 1 }
}

test('the end is read once before the question, which waits until the end is confirmed', async () => {
  const { at, clock, reads } = await open()
  at.now = 850
  const ticks = [clock.tick(), clock.tick()]
  expect(clock.asking()).toBeUndefined()
  await Promise.all(ticks)
  expect([clock.asking(), reads()]).toEqual(['ending', 1])
  await clock.tick()
  expect(reads()).toBe(1)
})

test('the question counts down to the end, second by second', async () => {
  const { at, clock } = await open()
  const left: (number | undefined)[] = []
  for (at.now of [850, 851, 899, 900, 901]) {
    await clock.tick()
    left.push(clock.getState().msLeft)
  }
  expect(left).toEqual([50_000, 49_000, 1000, 0, 0])
})

test('there is no question if another call or tab moved the end', async () => {
  const { at, clock } = await open()
  Object.assign(at, { now: 850, end: 1500 })
  await clock.tick()
  expect([clock.asking(), clock.getState().msLeft]).toEqual([undefined, 650_000])
})

test('an end in the past is read only if the face allows it', async () => {
  const [page, terminal] = [await open(), await open({ confirmsPast: true })]
  for (const opened of [page, terminal]) {
    opened.at.now = 901
    await opened.clock.tick()
    expect(opened.clock.asking()).toBe('ended')
  }
  expect([page.reads(), terminal.reads()]).toEqual([0, 1])
})

test('a machine that slept past the end knows it before its timers run', async () => {
  const { at, clock } = await open()
  expect(clock.isOver()).toBe(false)
  at.now = 5000
  expect([clock.isOver(), clock.asking()]).toEqual([true, 'ended'])
})

test('a dismissed question returns with another end, and when the session is over', async () => {
  const { at, core, clock } = await open()
  at.now = 850
  await clock.tick()
  clock.dismiss()
  expect(clock.asking()).toBeUndefined()
  Object.assign(at, { now: 890, end: 920 })
  await core.session.fetch()
  await clock.tick()
  expect(clock.asking()).toBe('ending')
  clock.dismiss()
  core.feedback.setSessionEnded(true)
  expect(clock.asking()).toBe('ended')
})

test('a server that does not answer delays the question for a few seconds only, and no error is shown', async () => {
  const { at, clock } = await open()
  at.hangs = true
  at.now = 850
  void clock.tick()
  await clock.tick()
  expect(clock.asking()).toBeUndefined()
  at.now += confirmWaitMs / 1000
  await clock.tick()
  expect(clock.asking()).toBe('ending')
  const other = await open()
  Object.assign(other.at, { status: 500, now: 850 })
  await other.clock.tick()
  expect([other.clock.asking(), other.core.feedback.getState().system]).toEqual(['ending', undefined])
})

test('an end that comes nearer without a call from here is known, and asked about, within the time of a reading', async () => {
  const { at, clock, reads } = await open()
  at.end = 120
  at.now = rereadMs / 1000 - 1
  await clock.tick()
  expect(reads()).toBe(0)
  at.now += 1
  await clock.tick()
  expect([reads(), clock.getState().msLeft]).toEqual([1, 90_000])
  at.now = 61
  await clock.tick()
  expect(clock.asking()).toBe('ending')
})

test('an end that could not be read at first is read later', async () => {
  const { at, clock, core } = await open()
  core.session.setState({ session: undefined })
  at.now = 31
  await clock.tick()
  expect(clock.getState().msLeft).toBe(869_000)
})

test('nothing is read while no person can see the screen', async () => {
  const { at, clock, reads } = await open({ isSeen: () => false })
  at.now = 100
  await clock.tick()
  expect(reads()).toBe(0)
})

test('a session that the server has ended earlier is over in a terminal; a page keeps what was typed', async () => {
  const [page, terminal] = [await open(), await open({ confirmsPast: true })]
  for (const { at, clock } of [page, terminal]) {
    Object.assign(at, { now: 100, status: 401 })
    await clock.tick()
  }
  expect([page.clock.asking(), terminal.clock.asking()]).toEqual([undefined, 'ended'])
})

test('a session that renews itself does so before each end', async () => {
  let renewals = 0
  const { at, clock } = await open({ renewQuietly: () => Promise.resolve((renewals += 1) > 0) })
  for (const now of [850, 1750, 2650]) {
    Object.assign(at, { now, end: now + 900 })
    await clock.tick()
    expect(clock.asking()).toBeUndefined()
  }
  expect(renewals).toBe(3)
})

test('an end that was moved once may be moved again: it is read before each question', async () => {
  const { at, clock } = await open()
  for (const now of [850, 1700]) {
    Object.assign(at, { now, end: now + 900 })
    await clock.tick()
    expect([clock.asking(), clock.getState().msLeft]).toEqual([undefined, 900_000])
  }
})

test.each([-300, 300])(
  'the question counts by the clock of the server, with this device %i seconds ahead',
  async (ahead) => {
    const { at, core, clock } = await open()
    const serverAt = (seconds: number) => {
      at.now = seconds + ahead
      at.date = new Date(begin + seconds * 1000).toUTCString()
    }
    serverAt(0)
    await core.session.fetch()
    await clock.tick()
    expect(clock.asking()).toBeUndefined()
    serverAt(850)
    await clock.tick()
    expect(clock.asking()).toBe('ending')
    // A Date header has whole seconds.
    expect(Math.abs((clock.getState().msLeft ?? 0) - 50_000)).toBeLessThanOrEqual(1000)
  },
)
