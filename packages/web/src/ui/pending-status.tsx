import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { usePortal, useWords } from '../context/portal-context.tsx'

/** What takes less time is over before it could be said. */
const saidAfterMs = 500

/** Says that the page is loading: once, however many of its parts are, one after the other or together. */
export function PendingStatus() {
  const words = useWords()
  const isPending = useStore(usePortal().pending, (count) => count > 0)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setLong(true), saidAfterMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isPending])
  return <output className="visually-hidden">{isLong && words.say('banner.loading')}</output>
}
