import { afterEach, expect, test } from 'vitest'

import { PartFailures, startBackgroundWork } from './background-work.ts'
import { createMetrics } from './metrics/metrics.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function begin(turn: () => Promise<unknown>, firstAfterMs = 0) {
  const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
  const warnings: unknown[] = []
  const fields: unknown[] = []
  const log = { warn: (of: unknown, text: unknown) => void (fields.push(of), warnings.push(text)) } as never
  stops.push(startBackgroundWork(turn, { job: 'test', everyMs: 5, firstAfterMs, log, metrics, failed: 'it failed' }))
  const read = async (name: string, outcome?: string) => {
    const { text } = await metrics.read()
    const labels = outcome === undefined ? '{work="test"}' : `{work="test",outcome="${outcome}"}`
    const line = text.split('\n').find((one) => one.startsWith(`portico_background_work_${name}${labels} `))
    return Number(line?.split(' ')[1])
  }
  return { read, warnings, fields }
}
const soon = { timeout: 20_000, interval: 2 }

test('turns that succeed are counted, and the time of the last one is kept', async () => {
  const { read } = begin(async () => {})
  const began = await read('last_success_timestamp_seconds')
  await expect.poll(() => read('turns_total', 'succeeded'), soon).toBeGreaterThan(3)
  await expect.poll(() => read('last_success_timestamp_seconds'), soon).toBeGreaterThan(began)
  expect(await read('turns_total', 'failed')).toBe(0)
  expect(await read('interval_seconds')).toBe(0.005)
})

test('a turn that fails is counted and logged, tried again, and leaves the time of the last success as it is', async () => {
  const { read, warnings } = begin(() => Promise.reject(new Error('no database')))
  const began = await read('last_success_timestamp_seconds')
  expect(began).toBeGreaterThan(Date.now() / 1000 - 60)
  await expect.poll(() => read('turns_total', 'failed'), soon).toBeGreaterThan(3)
  expect(await read('last_success_timestamp_seconds')).toBe(began)
  expect(warnings.slice(0, 2)).toEqual(['it failed', 'it failed'])
})

test('a turn of which two parts fail is counted once, and each part has a line with its tenant', async () => {
  const [first, second] = [new Error('first'), new Error('second')]
  const { read, warnings, fields } = begin(async () => {
    const failures = new PartFailures()
    failures.add(first, 'acme')
    failures.add(second, 'globex')
    failures.throwIfAny()
  })
  await expect.poll(() => read('turns_total', 'failed'), soon).toBeGreaterThan(0)
  await stops.pop()?.()
  expect(fields.slice(0, 2)).toEqual([
    { err: first, tenantId: 'acme' },
    { err: second, tenantId: 'globex' },
  ])
  expect(new Set(warnings)).toEqual(new Set(['it failed']))
  expect(fields).toHaveLength(2 * (await read('turns_total', 'failed')))
})

test('with a delay the first turn waits, and a stop waits for a turn in progress', async () => {
  let turns = 0
  const { read } = begin(async () => void (turns += 1), 1)
  expect(turns).toBe(0)
  await expect.poll(() => turns, soon).toBeGreaterThan(0)
  await stops[0]?.()
  const after = turns
  expect(await read('turns_total', 'succeeded')).toBe(after)
})
