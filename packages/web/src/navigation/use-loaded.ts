import { useCallback, useEffect, useState } from 'react'

/**
 * What a screen reads when it is opened: undefined while it is on its way, 'failed' where `read` answered undefined,
 * which means that it was reported. `read` has to stay the same function until something else is to be read.
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
