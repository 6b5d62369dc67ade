import { expect, test } from 'vitest'

import { ChunkLoadError, loadChunk } from './load-chunk.ts'

test('a part that comes is handed on', async () => {
  await expect(loadChunk(() => Promise.resolve('screen'), 1000)).resolves.toBe('screen')
})

test('a part that fails is a chunk error, with its cause', async () => {
  const cause = new TypeError('Failed to fetch')
  await expect(loadChunk(() => Promise.reject(cause), 1000)).rejects.toMatchObject({ name: 'ChunkLoadError', cause })
})

test('a part that never comes is a chunk error at the limit', async () => {
  await expect(loadChunk(() => new Promise(() => undefined), 1)).rejects.toBeInstanceOf(ChunkLoadError)
})
