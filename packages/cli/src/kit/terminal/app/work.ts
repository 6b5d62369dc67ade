import { createStore, type StoreApi } from 'zustand/vanilla'

/** Pending tasks. Keys wait for them, and the header shows them. */
export type Work = StoreApi<{ readonly busy: number }> & {
  run(task: () => void | Promise<void>): void
  /** Resolves when no task is pending. */
  settled(): Promise<void>
}

/** `crashed` gets every exception of a task: failures of calls are data, so an exception is a bug. */
export function createWork(crashed: (reason: unknown) => void): Work {
  const store = createStore(() => ({ busy: 0 }))
  const running = new Set<Promise<void>>()
  return {
    ...store,
    run(task) {
      let result: void | Promise<void>
      try {
        result = task()
      } catch (reason) {
        return crashed(reason)
      }
      if (result === undefined) return
      const ended = result.catch(crashed).finally(() => {
        running.delete(ended)
        store.setState({ busy: running.size })
      })
      running.add(ended)
      store.setState({ busy: running.size })
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
