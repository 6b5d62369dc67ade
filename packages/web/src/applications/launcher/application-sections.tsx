import type { LauncherApplication, LauncherPreferences, LauncherPreferencesStore, LauncherSection } from '@portico/core'
import { useCallback, useState, type KeyboardEvent, type Ref } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { ApplicationGrid } from './application-grid.tsx'
import styles from './application-sections.module.css'
import { tileInDirection } from './move-between-tiles.ts'

type Properties = {
  readonly ref: Ref<HTMLDivElement>
  readonly sections: readonly LauncherSection[]
  readonly applications: readonly LauncherApplication[]
  readonly preferences: Pick<LauncherPreferences, 'layout' | 'favourites'>
  readonly isArrangeable: boolean
  readonly isFiltered: boolean
  readonly store: LauncherPreferencesStore
  readonly firstMatch: LauncherApplication | undefined
  /** Arrow up in the first row. */
  readonly onLeaveUp: () => void
}

/** Favourites, opened lately and all applications; arrow keys move through all of them. */
export function ApplicationSections(properties: Properties) {
  const { ref, sections, applications, preferences, isArrangeable, isFiltered, store, firstMatch } = properties
  const words = useWords()
  const [said, announce] = useState('')
  const onOpen = useCallback((id: string) => void store.recordLaunch(id), [store])
  const onFavourite = useCallback((id: string) => void store.toggleFavourite(id), [store])
  const canMove = isArrangeable && !isFiltered
  const onMove = {
    favourites: (id: string, to: number) => void store.moveFavourite(applications, id, to),
    recent: undefined,
    all: (id: string, to: number) => void store.moveApplication(applications, id, to),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} className={styles['root']} onKeyDown={(event) => moveFocus(event, properties.onLeaveUp)}>
      {sections.map(({ id, applications: shown }) => {
        const move = onMove[id]
        const isAlone = sections.length === 1
        return (
          <section key={id} aria-labelledby={`launcher-${id}`}>
            <h2 id={`launcher-${id}`} className={isAlone ? 'visually-hidden' : styles['title']}>
              {words.say(id === 'all' ? 'portal.apps' : `launcher.${id}`)}
            </h2>
            <ApplicationGrid
              applications={shown}
              firstMatch={firstMatch}
              preferences={preferences}
              onOpen={onOpen}
              onFavourite={isArrangeable ? onFavourite : undefined}
              arranging={canMove && move !== undefined && shown.length > 1 ? { onMove: move, announce } : undefined}
            />
          </section>
        )
      })}
      {canMove && <p className="visually-hidden">{words.say('launcher.moveHint')}</p>}
      <output className="visually-hidden" data-said>
        {said}
      </output>
    </div>
  )
}

/** Arrow keys move between tiles by position; Tab moves in order. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onLeaveUp: () => void): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.isPropagationStopped()) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const from = tiles.findIndex((tile) => tile === document.activeElement)
  if (from < 0) return
  const boxes = tiles.map((tile) => (tile.closest('li') ?? tile).getBoundingClientRect())
  const to = tileInDirection(boxes, from, event.key, document.dir === 'rtl' ? 'rtl' : 'ltr')
  if (to === undefined && event.key !== 'ArrowUp') return
  event.preventDefault()
  if (to === undefined) onLeaveUp()
  else tiles[to]?.focus()
}
