import { beforeEach, describe, expect, it } from 'vitest'

import { everything, type Change } from './changes.ts'
import { createHeldCache, heardMaxMs, unheardMaxMs, type Read, type HeldCache } from './held-cache.ts'

let now: number
let wall: number
let completeTo: number
let tell: (changes: readonly Change[]) => void
let cache: HeldCache<string>

beforeEach(() => {
  now = 1_000_000
  wall = 5_000_000
  completeTo = -Infinity
  const changes = {
    follow: (follower: typeof tell) => {
      tell = follower
      return () => {}
    },
    completeTo: () => completeTo,
  }
  cache = createHeldCache<string>(changes, { max: 3, now: () => now, wall: () => wall })
})

const pass = (ms: number) => {
  now += ms
  wall += ms
}
/** Heard until just now. */
const passHeard = (ms: number) => {
  pass(ms)
  completeTo = now
}
const read = (value: string, more: Partial<Read<string>> = {}): Read<string> => ({
  value,
  subjects: [`session:${value}`, 'tenant:one'],
  leftMs: Infinity,
  calmMs: Infinity,
  fixedEndAt: Infinity,
  ...more,
})
const keep = (key: string, more: Partial<Read<string>> = {}) => cache.read(key, async () => read(key, more))

describe('what was read counts', () => {
  it('until one of its subjects changes', async () => {
    await keep('a')
    await keep('b')
    tell(['session:b'])
    expect([cache.get('a'), cache.get('b')]).toEqual(['a', undefined])
    tell(['tenant:one'])
    expect(cache.get('a')).toBeUndefined()
  })

  it.each([everything, 'planet:earth'])('until %s is reported', async (change) => {
    await keep('a')
    tell([change])
    expect(cache.get('a')).toBeUndefined()
  })

  it('for less than 5 s while other processes are not heard', async () => {
    await keep('a')
    pass(unheardMaxMs - 1)
    expect(cache.get('a')).toBe('a')
    pass(1)
    expect(cache.get('a')).toBeUndefined()
    expect(unheardMaxMs).toBeLessThan(5_000)
  })

  it('for less than 5 s after other processes were last heard', async () => {
    await keep('a')
    passHeard(20_000)
    expect(cache.get('a')).toBe('a')
    pass(unheardMaxMs)
    expect(cache.get('a')).toBeUndefined()
  })

  it('for at most a minute, even while other processes are heard', async () => {
    await keep('a')
    passHeard(heardMaxMs)
    expect(cache.get('a')).toBeUndefined()
  })

  it('not past the end that the database named', async () => {
    await keep('a', { leftMs: 2_000 })
    passHeard(1_999)
    expect(cache.get('a')).toBe('a')
    passHeard(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('for less than 5 s near the idle end, which another process may have moved', async () => {
    await keep('a', { calmMs: -1 })
    passHeard(unheardMaxMs)
    expect(cache.get('a')).toBeUndefined()
  })

  it('not past its end on a machine that slept: its own clock stood still', async () => {
    await keep('a', { leftMs: 10_000 })
    wall += 10_000
    expect(cache.get('a')).toBeUndefined()
  })
})

describe('a reading', () => {
  const held = () => {
    let finish: (value: Read<string>) => void = () => {}
    const promise = new Promise<Read<string>>((resolve) => (finish = resolve))
    return { promise, finish: (value: string) => finish(read(value)) }
  }

  it('that a change overtakes is answered, and not kept', async () => {
    const { promise, finish } = held()
    const answer = cache.read('a', () => promise)
    tell(['session:other'])
    finish('old')
    expect(await answer).toBe('old')
    expect(cache.get('a')).toBeUndefined()
  })

  it('that began before a change is not shared with a call that came after it', async () => {
    const { promise, finish } = held()
    const before = cache.read('a', () => promise)
    tell(['session:a'])
    expect(await cache.read('a', async () => read('new'))).toBe('new')
    finish('old')
    await before
    expect(cache.get('a')).toBe('new')
  })

  it('is shared by calls at the same time', async () => {
    const { promise, finish } = held()
    const both = [cache.read('a', () => promise), cache.read('a', () => Promise.reject(new Error('a second reading')))]
    finish('one')
    expect(await Promise.all(both)).toEqual(['one', 'one'])
  })

  it('that fails is not kept: the next call reads again', async () => {
    await expect(cache.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await keep('a')).toBe('a')
  })
})

it('holds a bounded number of senders: the one used longest ago makes room', async () => {
  for (const key of ['a', 'b', 'c']) await keep(key)
  expect(cache.get('a')).toBe('a')
  await keep('d')
  expect(cache.size()).toBe(3)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

it('a later end that the database confirmed replaces the one before, for a sender that is still held', async () => {
  await keep('a', { leftMs: 1_000 })
  cache.replace('a', (before) => ({ ...before, leftMs: 3_000 }), now)
  cache.replace('b', (before) => before, now)
  passHeard(2_000)
  expect([cache.get('a'), cache.get('b')]).toEqual(['a', undefined])
})

describe('a later end of a sender does not make the rest of it newer', () => {
  const later = () => cache.replace('a', (before) => ({ ...before, leftMs: 600_000, calmMs: 300_000 }), now)

  it('while other processes are not heard', async () => {
    await keep('a')
    pass(2_000)
    later()
    pass(unheardMaxMs - 2_000)
    expect(cache.get('a')).toBeUndefined()
  })

  it('after a minute, even while other processes are heard', async () => {
    await keep('a')
    for (const _ of [1, 2]) {
      passHeard(heardMaxMs / 2 - 1)
      later()
      expect(cache.get('a')).toBe('a')
    }
    passHeard(2)
    expect(cache.get('a')).toBeUndefined()
  })

  it('and does not bring back what no longer counts', async () => {
    await keep('a')
    pass(unheardMaxMs)
    later()
    expect(cache.size()).toBe(0)
  })
})
