import { lazy, Suspense, useCallback, useEffect } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { saveForm } from '../../kit/ui/save-form.ts'
import { loadPalette, preparePalette } from './load-palette.ts'
import { shortcutOf } from './shortcut-of.ts'

const Palette = lazy(() => loadChunk(loadPalette))
const KeySheet = lazy(() => loadChunk(() => import('./key-sheet.tsx')))

/** What is open above the page. */
export type Overlay = 'palette' | 'keys'

type Properties = { readonly open: Overlay | undefined; readonly onOpen: (overlay: Overlay | undefined) => void }

/** Ctrl or Cmd with K, `?`, `/`, and Ctrl or Cmd with S; never while typing in a field or while a dialog is open. */
export function Shortcuts({ open, onOpen }: Properties) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') preparePalette()
      const shortcut = shortcutOf(event, isTyping(event.target))
      if (shortcut === undefined || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (shortcut === 'palette' || shortcut === 'keys') onOpen(shortcut)
      else if (!reach(shortcut)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onOpen])
  const close = useCallback(() => onOpen(undefined), [onOpen])
  const showKeys = useCallback(() => onOpen('keys'), [onOpen])
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette onClose={close} onShowKeys={showKeys} />}
      {open === 'keys' && <KeySheet onClose={close} />}
    </Suspense>
  )
}

/** Focuses the search of the page or saves its form; false if it has none. */
function reach(shortcut: 'search' | 'save'): boolean {
  if (shortcut === 'search') {
    const input = document.querySelector<HTMLInputElement>('main search input')
    input?.focus()
    input?.select()
    return input !== null
  }
  return saveForm()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
