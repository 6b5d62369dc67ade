import { afterEach, expect, test, vi } from 'vitest'

import { ChunkLoadError, loadChunk } from './load-chunk.ts'

afterEach(() => vi.useRealTimers())

test('a part that comes is handed on', async () => {
  await expect(loadChunk(() => Promise.resolve('screen'), 1000)).resolves.toBe('screen')
})

test('a part that fails is a chunk error, with its cause', async () => {
  const cause = new TypeError('Failed to fetch')
  await expect(loadChunk(() => Promise.reject(cause), 1000)).rejects.toMatchObject({ name: 'ChunkLoadError', cause })
})

test('a part that never comes is a chunk error after 120 seconds, no sooner (spec section 9)', async () => {
  vi.useFakeTimers()
  let failure: unknown
  void loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => (failure = error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toBeInstanceOf(ChunkLoadError)
})
