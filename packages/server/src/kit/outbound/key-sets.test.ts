import { errors, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'

import { makeKey } from '../../testing/scripted-provider.ts'
import { createKeySets } from './key-sets.ts'

type Key = ReturnType<typeof makeKey>
const address = 'https://provider.example/jwks'
const [first, second] = [makeKey(), makeKey()]

/** A provider whose keys the test sets; undefined: it is away. */
function provider() {
  const at = { now: 1_000_000_000_000, keys: [first] as Key[] | undefined, asked: 0 }
  const sets = createKeySets({
    clock: { now: () => at.now },
    fetch: () => {
      at.asked += 1
      const answer = at.keys === undefined ? Response.json({}, { status: 500 }) : Response.json({ keys: jwks(at.keys) })
      return Promise.resolve(answer)
    },
  })
  const keys = sets.of(address)
  const verify = async (key: Key, kid: string = key.kid) => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey)
    return jwtVerify(token, keys).then(
      () => 'verified',
      (error: unknown) => (error instanceof errors.JOSEError ? error.code : 'unreachable'),
    )
  }
  return { at, sets, keys, verify }
}
const jwks = (keys: readonly Key[]) => keys.map(({ jwk }) => jwk)
const unknown = 'ERR_JWKS_NO_MATCHING_KEY'

describe('an unknown kid', () => {
  test('fetches the set again, at most every 30 s', async () => {
    const { at, verify } = provider()
    expect([await verify(first), await verify(first), at.asked]).toEqual(['verified', 'verified', 1])
    at.keys = [second]
    at.now += 29_999
    expect([await verify(second), at.asked]).toEqual([unknown, 1])
    at.now += 1
    expect([await verify(second), at.asked]).toEqual(['verified', 2])
    for (let turn = 0; turn < 5; turn += 1) expect(await verify(second, `invented-${turn}`)).toBe(unknown)
    expect(at.asked).toBe(2)
  })

  test('in many tokens at once fetches the set once', async () => {
    const { at, verify } = provider()
    await verify(first)
    at.now += 31_000
    const atOnce = [1, 2, 3, 4, 5].map(() => verify(first, 'invented'))
    expect(await Promise.all(atOnce)).toEqual(atOnce.map(() => unknown))
    expect(at.asked).toBe(2)
  })

  test('of a provider that is away is unknown, and known kids stay valid', async () => {
    const { at, verify } = provider()
    await verify(first)
    at.keys = undefined
    at.now += 31_000
    expect([await verify(second), await verify(first)]).toEqual([unknown, 'verified'])
  })
})

test('a newer set is fetched at most every 30 s, and a set that was fetched meanwhile counts', async () => {
  const { at, keys, verify } = provider()
  await verify(first)
  const before = keys.version()
  expect([await keys.newerThan(before), at.asked]).toEqual([false, 1])
  at.now += 30_000
  expect([await keys.newerThan(before), at.asked]).toEqual([true, 2])
  expect([await keys.newerThan(before), await keys.newerThan(keys.version()), at.asked]).toEqual([true, false, 2])
})

test('a key that the provider withdrew is not trusted after ten minutes', async () => {
  const { at, verify } = provider()
  await verify(first)
  at.keys = [second]
  at.now += 10 * 60_000 - 1
  expect([await verify(first), at.asked]).toEqual(['verified', 1])
  at.now += 1
  expect([await verify(first), await verify(second), at.asked]).toEqual([unknown, 'verified', 2])
})

test('the last good keys survive an outage of less than a day, asked about every 30 s', async () => {
  const { at, verify } = provider()
  await verify(first)
  at.keys = undefined
  at.now += 11 * 60_000
  expect([await verify(first), await verify(first), at.asked]).toEqual(['verified', 'verified', 2])
  at.now += 30_000
  expect([await verify(first), at.asked]).toEqual(['verified', 3])
  at.now += 24 * 3_600_000
  expect(await verify(first)).toBe('unreachable')
  at.keys = [first]
  expect(await verify(first)).toBe('verified')
})

test('the same address has the same keys', () => {
  const { sets, keys } = provider()
  expect(sets.of(address)).toBe(keys)
  expect(sets.of('https://provider.example/other')).not.toBe(keys)
})
