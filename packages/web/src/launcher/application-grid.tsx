import type { LauncherApplication } from '@portico/core'
import type { KeyboardEvent, Ref } from 'react'

import styles from './application-grid.module.css'
import { ApplicationTile } from './application-tile.tsx'
import { tileInDirection } from './move-between-tiles.ts'

type Properties = {
  readonly ref: Ref<HTMLUListElement>
  readonly applications: readonly LauncherApplication[]
  readonly firstMatch: LauncherApplication | undefined
  /** Arrow up in the first row. */
  readonly onLeaveUp: () => void
}

export function ApplicationGrid({ ref, applications, firstMatch, onLeaveUp }: Properties) {
  return (
    // The list only handles keys that bubble up from its links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={ref} className={styles['root']} onKeyDown={(event) => moveFocus(event, onLeaveUp)}>
      {applications.map((application) => (
        <li key={application.id} className={styles['item']}>
          <ApplicationTile application={application} isFirstMatch={application === firstMatch} />
        </li>
      ))}
    </ul>
  )
}

/** Arrow keys move between tiles by position; Tab moves in order. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>, onLeaveUp: () => void): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const from = tiles.findIndex((tile) => tile === document.activeElement)
  if (from < 0) return
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const to = tileInDirection(boxes, from, event.key, document.dir === 'rtl' ? 'rtl' : 'ltr')
  if (to === undefined && event.key !== 'ArrowUp') return
  event.preventDefault()
  if (to === undefined) onLeaveUp()
  else tiles[to]?.focus()
}
