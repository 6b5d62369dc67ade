import { setTimeout as delay } from 'node:timers/promises'

/** Deadlock, and serialization failure: the server rolled the transaction back because of another one. */
const lostStates = new Set(['40P01', '40001'])
const timesMax = 3
const pauseMaxMs = 50

/**
 * The result of `work`, which is run again when its transaction lost a deadlock against another one, such as a migration. Everything that
 * `work` does has to be rolled back with its transaction.
 */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await work()
    } catch (error) {
      if (times > timesMax || !lostStates.has(String((error as { code?: unknown } | null)?.code))) throw error
      await delay(Math.random() * pauseMaxMs)
    }
  }
}
