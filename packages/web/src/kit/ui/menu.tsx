import { lazy, startTransition, Suspense, useId, useRef, useState, type ReactNode } from 'react'

import { loadChunk } from '../ports/load-chunk.ts'
import { classes } from './classes.ts'
import { ChevronDownIcon } from './icons.tsx'
import type { MenuItems } from './menu-entry.ts'
import styles from './menu.module.css'

type Properties = {
  /** Empty while they are being read: the menu opens with them. */
  readonly entries: readonly MenuItems[]
  /** Label of the button and accessible name of the menu. */
  readonly children: ReactNode
  /** Content above the entries. */
  readonly head?: ReactNode
  readonly chevron?: boolean
  readonly className?: string | undefined
  readonly current?: boolean
  readonly onOpen?: () => void
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadChunk(loadPopup))
/** A failure shows at the press, which loads again. */
const prepare = () => void loadPopup().catch(() => undefined)

/** A button with a popup menu. The popup's 40 kB are loaded when the pointer or the focus reaches the button. */
export function MenuButton({ entries, children, head, chevron, className, current, onOpen }: Properties) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const open = () => {
    onOpen?.()
    // Drawn in parts, between which the page answers.
    startTransition(() => setOpen(true))
  }
  return (
    <>
      <button
        ref={trigger}
        id={id}
        type="button"
        className={classes(styles['trigger'], className)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-current={current ? 'page' : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
        onKeyDown={(event) => {
          // Enter and Space too: React Aria would take their click for a screen reader's and not focus the first entry.
          if (!['ArrowDown', 'Enter', ' '].includes(event.key)) return
          event.preventDefault()
          open()
        }}
      >
        {children}
        {chevron && <ChevronDownIcon />}
      </button>
      {isOpen && entries.length > 0 && (
        <Suspense fallback={null}>
          <MenuPopup labelledBy={id} trigger={trigger} entries={entries} head={head} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
