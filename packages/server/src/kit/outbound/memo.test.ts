import { describe, expect, test } from 'vitest'

import { createMemo } from './memo.ts'

function counted(freshMs = 1000) {
  let loads = 0
  return { load: () => Promise.resolve({ value: (loads += 1), freshMs }), loads: () => loads }
}

describe('a memo', () => {
  test('loads a value once for callers at the same time, and again when it is older than it is fresh', async () => {
    let now = 1_000_000
    const memo = createMemo<number>({ now: () => now }, 10)
    const { load, loads } = counted(1000)
    expect(await Promise.all([memo.get('a', load), memo.get('a', load)])).toEqual([1, 1])
    now += 1000
    expect(await memo.get('a', load)).toBe(1)
    now += 1
    expect(await memo.get('a', load)).toBe(2)
    expect(loads()).toBe(2)
  })

  test('keeps no value that was never fresh, and no failure', async () => {
    let now = 1_000_000
    const memo = createMemo<number>({ now: () => now }, 10)
    const { load } = counted(0)
    expect(await memo.get('a', load)).toBe(1)
    now += 2
    expect(await memo.get('a', load)).toBe(2)
    await expect(memo.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await memo.get('b', counted().load)).toBe(1)
  })

  test('that forgets a value while it is loaded still answers those who wait, and does not keep it', async () => {
    const memo = createMemo<number>({ now: () => 1_000_000 }, 10)
    let answer = (_: { value: number; freshMs: number }) => {}
    const waiting = memo.get('a', () => new Promise((resolve) => (answer = resolve)))
    memo.forget('a')
    answer({ value: 7, freshMs: 1000 })
    expect(await waiting).toBe(7)
    expect(await memo.get('a', () => Promise.resolve({ value: 8, freshMs: 1000 }))).toBe(8)
  })

  test('beyond its size drops the value that was used least recently', async () => {
    const memo = createMemo<number>({ now: () => 1_000_000 }, 2)
    const { load, loads } = counted()
    for (const key of ['a', 'b', 'a', 'c', 'a']) await memo.get(key, load)
    expect(loads()).toBe(3)
    await memo.get('b', load)
    expect(loads()).toBe(4)
  })
})
