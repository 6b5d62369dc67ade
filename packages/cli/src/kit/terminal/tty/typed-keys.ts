import type { KeySource } from '../keys/gate.ts'

/** Turns of the event loop after which everything that was typed before has been read. */
const turnsToRead = 4

/** Drops what is typed while `work` runs: it was not meant for the form that comes back after it. */
export async function withoutTypedKeys<T>(source: KeySource, work: () => Promise<T>): Promise<T> {
  const drop = () => undefined
  source.on('data', drop)
  source.resume()
  try {
    return await work()
  } finally {
    // A line without its Enter can be read only in raw mode.
    source.setRawMode(true)
    for (let turn = 0; turn < turnsToRead; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    source.off('data', drop)
  }
}
