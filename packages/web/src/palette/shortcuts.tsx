import { useEffect, useState } from 'react'

import { KeySheet } from './key-sheet.tsx'
import { saveForm } from '../ui/save-form.ts'
import { Palette } from './palette.tsx'
import { shortcutOf } from './shortcut-of.ts'

/** Ctrl or Cmd with K, `?`, `/`, and Ctrl or Cmd with S; never while typing in a field or while a dialog is open. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, isTyping(event.target))
      if (shortcut === undefined || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (shortcut === 'palette' || shortcut === 'keys') setOpen(shortcut)
      else if (!reach(shortcut)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const close = () => setOpen(undefined)
  if (open === 'palette') return <Palette onClose={close} onShowKeys={() => setOpen('keys')} />
  return open === 'keys' ? <KeySheet onClose={close} /> : null
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
