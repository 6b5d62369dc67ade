import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../navigation/when-idle.ts'

/** The keyboard shortcuts of the portal, loaded when the page is idle; if loading fails, the rest of the page still works. */
export function ShortcutsWhenIdle() {
  const [Shortcuts, setShortcuts] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() => {
        void import('../palette/shortcuts.tsx').then(
          (loaded) => setShortcuts(() => loaded.Shortcuts),
          () => undefined,
        )
      }),
    [],
  )
  return Shortcuts && <Shortcuts />
}
