import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { createSessionClock, type SessionClockOptions } from './session-clock.ts'

const begin = Date.parse('2026-11-21T12:00:00Z')

/** A server with only the session route; the test sets the time and the session's end, in seconds. */
async function open(options?: SessionClockOptions) {
  const at = { now: 0, end: 900 }
  let reads = 0
  const core = createCore({
    clock: { now: () => begin + at.now * 1000 },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
    http: {
      cookie: () => undefined,
      send: () => {
        reads += 1
        const expiresOn = new Date(begin + at.end * 1000).toISOString()
        const session = { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null }
        const text = () => Promise.resolve(JSON.stringify(session))
        return Promise.resolve({ status: 200, statusText: '', header: () => undefined, text })
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
