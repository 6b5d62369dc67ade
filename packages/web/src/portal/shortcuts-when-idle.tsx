import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../navigation/when-idle.ts'

/** The keys of the portal. Their code comes when the page is idle; should it not come, everything works but for them. */
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
