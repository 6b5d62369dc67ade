import {
  createLauncherPreferences,
  launcherSections,
  type LauncherApplication,
  type LauncherPreferences,
  type LauncherSection,
} from '@portico/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../../kit/context/portal-context.tsx'

const initial: LauncherPreferences = { layout: 'grid', favourites: [], order: [], recent: [] }

/**
 * How the launcher is arranged, read with the screen. `sections` is undefined until applications and arrangement are
 * known, so that nothing moves when the second of them comes; without an arrangement the applications stand by name.
 */
export function useArrangement(applications: readonly LauncherApplication[] | undefined, filter: string) {
  const store = useCore().lazily(createLauncherPreferences)
  const preferences = useStore(store, (state) => state.preferences)
  const [hasAsked, setAsked] = useState(preferences !== undefined)
  useEffect(() => {
    void store.fetch().finally(() => setAsked(true))
  }, [store])
  const isKnown = preferences !== undefined || hasAsked
  const { layout, favourites, order, recent } = preferences ?? initial
  const shownRecent = useWhileVisible(recent)
  const sections: readonly LauncherSection[] | undefined = useMemo(
    () =>
      isKnown && applications !== undefined
        ? launcherSections(applications, { favourites, order, recent: shownRecent }, filter)
        : undefined,
    [isKnown, applications, favourites, order, shownRecent, filter],
  )
  const shown = useMemo(() => ({ layout, favourites }), [layout, favourites])
  return { store, sections, preferences: shown, isArrangeable: preferences !== undefined, isKnown }
}

/** Follows the list while it is filled first and while the page is hidden: nothing moves under a pointer that opens several. */
function useWhileVisible(recent: readonly string[]): readonly string[] {
  const [shown, setShown] = useState(recent)
  const isFirst = shown === initial.recent
  if (isFirst && recent !== shown) setShown(recent)
  useEffect(() => {
    const take = () => document.visibilityState === 'hidden' && setShown(recent)
    take()
    document.addEventListener('visibilitychange', take)
    return () => document.removeEventListener('visibilitychange', take)
  }, [recent])
  return isFirst ? recent : shown
}
