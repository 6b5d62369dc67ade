import { lazy, startTransition, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { loadChunk } from '../ports/load-chunk.ts'
import type { DropdownProperties, OneProperties, SeveralProperties } from './dropdown-properties.ts'
import styles from './dropdown.module.css'
import texts from './texts.module.css'
import { ChevronDownIcon } from './icons.tsx'

const loadPopup = () => import('./dropdown-popup.tsx')
const DropdownPopup = lazy(() => loadChunk(loadPopup))
/** A failure shows at the press, which loads again. */
const prepare = () => void loadPopup().catch(() => undefined)

/** The spec's dropdown for one choice. */
export function Dropdown({ selectedId, onSelect, ...list }: OneProperties) {
  const selected = list.items.find((item) => item.id === selectedId)
  return (
    <DropdownButton
      {...list}
      mode="single"
      selectedIds={selected === undefined ? [] : [selected.id]}
      onSelect={([id]) => id !== undefined && onSelect(id)}
    >
      {selected?.label}
    </DropdownButton>
  )
}

/** The dropdown for several choices; it stays open while choosing. */
export function MultiDropdown(properties: SeveralProperties) {
  return <DropdownButton {...properties} mode="multiple" />
}

type Properties = Omit<DropdownProperties, 'placeholder'> & {
  readonly mode: 'single' | 'multiple'
  readonly placeholder: string
  readonly selectedIds: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
  readonly children: ReactNode
}

/** The button, and its popup while it is open. The popup's 50 kB are loaded when the pointer or the focus reaches the button. */
function DropdownButton({ placeholder, isDisabled = false, children, ...popup }: Properties) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  // Drawn in parts, between which the page answers: its first opening took half a second on a slow processor.
  const open = () => startTransition(() => setOpen(true))
  // Enter and Space too: React Aria would take their click for a screen reader's and not focus the first item.
  const openByKey = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
    event.preventDefault()
    open()
  }
  return (
    <div className={styles['root']}>
      <button
        ref={trigger}
        id={id}
        type="button"
        className={styles['trigger']}
        disabled={isDisabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={popup.label}
        aria-labelledby={`${id}-value ${id}`}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
        onKeyDown={openByKey}
      >
        <span id={`${id}-value`} className={styles['value']}>
          {popup.selectedIds.length > 0 ? children : <span className={texts['soft']}>{placeholder}</span>}
        </span>
        <ChevronDownIcon />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DropdownPopup {...popup} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
