import { describe, expect, test } from 'vitest'

import { makeKey } from '../../testing/scripted-provider.ts'
import { createKeySets } from './key-sets.ts'

type Key = ReturnType<typeof makeKey>
const address = 'https://provider.example/jwks'
const [first, second] = [makeKey(), makeKey()]

/** A provider whose keys the test sets; undefined: it is away. */
function provider() {
  const at = { now: 1_000_000_000_000, keys: [first] as unknown, asked: 0 }
  const sets = createKeySets({
    clock: { now: () => at.now },
    fetch: () => {
      at.asked += 1
      const keys = Array.isArray(at.keys) ? at.keys.map((one: unknown) => (isKey(one) ? one.jwk : one)) : at.keys
      return Promise.resolve(keys === undefined ? Response.json({}, { status: 500 }) : Response.json({ keys }))
    },
  })
  const keys = sets.of(address)
  /** The names of the keys in the set, or why there is none. */
  const names = () =>
    keys.current().then(
      (set) => set.keys.map(({ kid }) => kid),
      (error: Error) => error.message,
    )
  const newer = async () => (await keys.newerThan((await keys.current()).version))?.keys.map(({ kid }) => kid)
  return { at, sets, keys, names, newer }
}
const isKey = (one: unknown): one is Key => typeof one === 'object' && one !== null && 'jwk' in one

describe('a newer set', () => {
  test('is fetched at most every 30 s', async () => {
    const { at, names, newer } = provider()
    expect([await names(), await names(), at.asked]).toEqual([[first.kid], [first.kid], 1])
    at.keys = [second]
    at.now += 29_999
    expect([await newer(), at.asked]).toEqual([undefined, 1])
    at.now += 1
    expect([await newer(), at.asked]).toEqual([[second.kid], 2])
    for (let turn = 0; turn < 5; turn += 1) expect(await newer()).toBeUndefined()
    expect(at.asked).toBe(2)
  })

  test('is fetched once for many tokens at once', async () => {
    const { at, keys, newer } = provider()
    await keys.current()
    at.now += 31_000
    expect(await Promise.all([1, 2, 3, 4, 5].map(newer))).toEqual(Array(5).fill([first.kid]))
    expect(at.asked).toBe(2)
  })

  test('that was fetched in the meantime is used', async () => {
    const { at, keys } = provider()
    const { version } = await keys.current()
    expect([await keys.newerThan(version), at.asked]).toEqual([undefined, 1])
    at.now += 30_000
    const newer = await keys.newerThan(version)
    expect([newer?.version, at.asked]).toEqual([version + 1, 2])
    expect([await keys.newerThan(version), await keys.newerThan(version + 1)]).toEqual([newer, undefined])
    expect(at.asked).toBe(2)
  })

  test('is not available if the provider is unreachable, and the known keys stay', async () => {
    const { at, keys, names, newer } = provider()
    await keys.current()
    at.keys = undefined
    at.now += 31_000
    expect([await newer(), await names()]).toEqual([undefined, [first.kid]])
  })
})

test('a key that the provider withdrew is not trusted after ten minutes', async () => {
  const { at, names } = provider()
  await names()
  at.keys = [second]
  at.now += 10 * 60_000 - 1
  expect([await names(), at.asked]).toEqual([[first.kid], 1])
  at.now += 1
  expect([await names(), at.asked]).toEqual([[second.kid], 2])
})

test('the last good keys survive an outage of less than a day, asked about every 30 s', async () => {
  const { at, names } = provider()
  await names()
  at.keys = undefined
  at.now += 11 * 60_000
  expect([await names(), await names(), at.asked]).toEqual([[first.kid], [first.kid], 2])
  at.now += 30_000
  expect([await names(), at.asked]).toEqual([[first.kid], 3])
  at.now += 24 * 3_600_000
  expect(await names()).toBe("the key set's address answered 500")
  at.keys = [first]
  expect(await names()).toEqual([first.kid])
})

test('an entry that is not an object does not make the other keys unusable', async () => {
  const { at, names } = provider()
  at.keys = [null, 'key', first, 7]
  expect(await names()).toEqual([first.kid])
})

test.each([{}, null, 'keys', 7])('an answer whose keys are %j is not a key set', async (keys) => {
  const { at, names } = provider()
  at.keys = keys
  expect(await names()).toContain('it has no list of keys')
})

test('the same address has the same keys', () => {
  const { sets, keys } = provider()
  expect(sets.of(address)).toBe(keys)
  expect(sets.of('https://provider.example/other')).not.toBe(keys)
})
