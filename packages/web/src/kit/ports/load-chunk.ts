/** Spec section 9. */
export const chunkLoadTimeoutMs = 120_000

/** A chunk of the portal failed to load; the crash screen offers to reload the page. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Loads a lazily imported chunk; fails with {@link ChunkLoadError} after the time limit. */
export async function loadChunk<T>(load: () => Promise<T>, limitMs: number = chunkLoadTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`Not loaded within ${limitMs} ms.`)), limitMs)
  })
  try {
    return await Promise.race([load(), limit])
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('Not loaded.', { cause })
  } finally {
    clearTimeout(timer)
  }
}
