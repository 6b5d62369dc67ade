import { useEffect, useState, type ComponentProps, type ComponentType } from 'react'

import { whenIdle } from '../../kit/navigation/when-idle.ts'
import type { Shortcuts } from '../palette/shortcuts.tsx'

type Properties = ComponentProps<typeof Shortcuts>

/**
 * The keyboard shortcuts of the portal, loaded when the page is idle or when the palette is asked for; if loading
 * fails, the rest of the page still works. Ctrl or Cmd with K is heard from the start: a busy page is idle late.
 */
export function ShortcutsWhenIdle(properties: Properties) {
  const [Loaded, setLoaded] = useState<ComponentType<Properties>>()
  const { open, onOpen } = properties
  useEffect(() => {
    if (Loaded) return
    const load = () =>
      void import('../palette/shortcuts.tsx').then(
        (loaded) => setLoaded(() => loaded.Shortcuts),
        () => undefined,
      )
    document.onkeydown = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault()
        onOpen('palette')
      }
    }
    const cancel = open ? load() : whenIdle(load)
    return () => {
      document.onkeydown = null
      cancel?.()
    }
  }, [Loaded, open, onOpen])
  return Loaded && <Loaded {...properties} />
}
