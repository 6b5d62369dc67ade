import { useEffect, useState, type ComponentProps, type ComponentType } from 'react'

import { whenIdle } from '../navigation/when-idle.ts'
import type { Shortcuts } from '../palette/shortcuts.tsx'

type Properties = ComponentProps<typeof Shortcuts>

/**
 * The keyboard shortcuts of the portal, loaded when the page is idle or when the palette is asked for; if loading
 * fails, the rest of the page still works.
 */
export function ShortcutsWhenIdle(properties: Properties) {
  const [Loaded, setLoaded] = useState<ComponentType<Properties>>()
  const isAsked = properties.open !== undefined
  useEffect(() => {
    const load = () =>
      void import('../palette/shortcuts.tsx').then(
        (loaded) => setLoaded(() => loaded.Shortcuts),
        () => undefined,
      )
    return isAsked ? load() : whenIdle(load)
  }, [isAsked])
  return Loaded && <Loaded {...properties} />
}
