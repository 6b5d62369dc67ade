import { useCallback, useEffect, useState } from 'react'

/**
 * What a screen loads when it is opened: undefined while loading, 'failed' if `read` returned undefined (the error has
 * been reported). `read` must keep its identity until something else is to be loaded.
 */
export function useLoaded<T>(read: () => Promise<T | undefined>): {
  readonly loaded: T | 'failed' | undefined
  readonly reload: () => Promise<void>
} {
  const [answer, setAnswer] = useState<{ read: () => Promise<T | undefined>; value: T | 'failed' }>()
  const reload = useCallback(() => read().then((value) => setAnswer({ read, value: value ?? 'failed' })), [read])
  useEffect(() => {
    let isWanted = true
    void read().then((value) => isWanted && setAnswer({ read, value: value ?? 'failed' }))
    return () => {
      isWanted = false
    }
  }, [read])
  return { loaded: answer?.read === read ? answer.value : undefined, reload }
}
