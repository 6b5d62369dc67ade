import { createPalette, type PaletteEntry } from '@portico/core'
import { useCallback, useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { usePortal, useWords } from '../../kit/context/portal-context.tsx'
import { switchTo } from '../../tenant/environments/switch-environment.ts'
import { SignOutForm } from '../../sign-in/sessions/sign-out-form.tsx'
import { classes } from '../../kit/ui/classes.ts'
import { SearchIcon } from '../../kit/ui/icons.tsx'
import search from '../../kit/ui/popup-search.module.css'
import { faceOf } from './face-of.ts'
import { Matches } from './matches.tsx'
import { PaletteWords } from './palette-words.tsx'
import styles from './palette.module.css'

type Properties = { readonly onClose: () => void; readonly onShowKeys: () => void }

/** The command palette. core decides what it lists; the focus stays in the field, arrow keys move through the entries. */
export default function Palette(properties: Properties) {
  return (
    <PaletteWords>
      <OpenPalette {...properties} />
    </PaletteWords>
  )
}

function OpenPalette({ onClose, onShowKeys }: Properties) {
  const portal = usePortal()
  const words = useWords()
  const [palette] = useState(() => createPalette(portal.core, faceOf(portal)))
  const state = useStore(palette)
  const { text, asking, isSearching, hasFailed } = state
  // What is typed is drawn at once, the entries when there is time.
  const { sections, active } = useDeferredValue(state)
  const dialog = useRef<HTMLDialogElement>(null)
  const signOut = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const element = dialog.current
    palette.open()
    element?.showModal()
    return () => {
      palette.close()
      element?.close()
    }
  }, [palette])

  const choose = useCallback(
    (entry: PaletteEntry) => {
      const target = palette.choose(entry)
      if (target === undefined) return
      if (target.kind === 'signOut') return signOut.current?.requestSubmit()
      if (target.kind === 'keys') return onShowKeys()
      // Gives the focus back now: after the navigation, it would take it from the page that opens.
      dialog.current?.close()
      onClose()
      if (target.kind === 'page') portal.navigator.go(target.path)
      else if (target.kind === 'environment') switchTo(target.environment.id, portal)
      else window.open(target.application.launchUrl ?? '', '_blank', 'noopener,noreferrer')
    },
    [palette, portal, onClose, onShowKeys],
  )
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') palette.move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && state.active !== undefined) choose(state.active)
    else if (event.key !== 'Backspace' || text !== '' || !palette.back()) return
    event.preventDefault()
  }
  const title = asking === undefined ? words.say('palette.title') : words.say(`palette.ask.${asking}`)
  const entries = sections.flatMap((section) => section.entries)
  const count = entries.filter(({ target }) => target.kind !== 'more').length
  return (
    <dialog
      ref={dialog}
      className={styles['root']}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        if (!palette.back()) onClose()
      }}
    >
      <div className={search['root']}>
        <SearchIcon />
        <input
          className={classes(search['input'], styles['input'])}
          // React would focus it before the dialog is open; the dialog focuses its first field.
          {...{ role: 'combobox', 'aria-expanded': active !== undefined, 'aria-controls': 'palette-list' }}
          aria-activedescendant={active === undefined ? undefined : 'palette-active'}
          aria-autocomplete="list"
          aria-label={title}
          placeholder={asking === undefined ? words.say('palette.placeholder') : title}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => palette.type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <output className="visually-hidden">
        {isSearching ? words.say('palette.searching') : words.say('palette.count', { count })}
      </output>
      {hasFailed && <p className={styles['note']}>{words.say('palette.failed')}</p>}
      {active === undefined && (
        <p className={styles['note']}>
          {isSearching ? words.say('palette.searching') : words.say('palette.none', { text })}
        </p>
      )}
      <Matches sections={sections} active={active} label={title} onChoose={choose} />
      <SignOutForm ref={signOut} />
    </dialog>
  )
}
