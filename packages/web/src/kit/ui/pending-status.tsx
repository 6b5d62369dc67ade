import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { usePortal, useWords } from '../context/portal-context.tsx'

/** Shorter waits end before a screen reader could announce them. */
const saidAfterMs = 500

/** Announces that the page is loading: once, however many of its parts load, one after the other or together. */
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
