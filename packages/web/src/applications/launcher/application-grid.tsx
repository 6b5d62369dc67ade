import type { LauncherApplication, LauncherPreferences } from '@portico/core'

import styles from './application-grid.module.css'
import { ApplicationTile, type TileActions } from './application-tile.tsx'
import { useArranging, type Arrangeable } from './use-arranging.ts'

type Properties = TileActions & {
  readonly applications: readonly LauncherApplication[]
  readonly firstMatch: LauncherApplication | undefined
  readonly preferences: Pick<LauncherPreferences, 'layout' | 'favourites'>
  /** undefined where the order is not the person's own. */
  readonly arranging: Arrangeable | undefined
}

export function ApplicationGrid(properties: Properties) {
  const { applications, firstMatch, preferences, arranging, onOpen, onFavourite } = properties
  const { shown, grabbed, handlers } = useArranging(applications, arranging)
  return (
    // The list only handles what bubbles up from its links and buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={styles[preferences.layout]} {...handlers}>
      {shown.map((application) => (
        <li key={application.id} className={styles['item']} data-item={application.id}>
          <ApplicationTile
            application={application}
            layout={preferences.layout}
            isFavourite={preferences.favourites.includes(application.id)}
            isMovable={arranging !== undefined}
            isGrabbed={application.id === grabbed}
            isFirstMatch={application === firstMatch}
            onOpen={onOpen}
            onFavourite={onFavourite}
          />
        </li>
      ))}
    </ul>
  )
}
