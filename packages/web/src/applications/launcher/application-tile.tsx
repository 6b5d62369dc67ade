import { safeHref, type LauncherApplication, type LauncherPreferences } from '@portico/core'
import { memo } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { classes } from '../../kit/ui/classes.ts'
import styles from './application-tile.module.css'
import { TileFace } from './tile-face.tsx'
import { GripIcon, StarIcon } from './tile-icons.tsx'
import { TileRoles } from './tile-roles.tsx'

export type TileActions = {
  readonly onOpen: (id: string) => void
  /** undefined as long as it is not known what the person has arranged. */
  readonly onFavourite: ((id: string) => void) | undefined
}

type Properties = TileActions & {
  readonly application: LauncherApplication
  readonly layout: LauncherPreferences['layout']
  readonly isFavourite: boolean
  readonly isMovable: boolean
  readonly isGrabbed: boolean
  /** Whether Enter in the filter opens this application. */
  readonly isFirstMatch: boolean
}

/** One application; it opens in a new tab. The link covers the tile; the buttons lie above it. */
export const ApplicationTile = memo(function ApplicationTile(properties: Properties) {
  const { application, layout, isFavourite, isMovable, isGrabbed, isFirstMatch, onOpen, onFavourite } = properties
  const { id, label, roles } = application
  const words = useWords()
  const href = safeHref(application.launchUrl, window.location.origin)
  // The server sends no addresses then.
  const isClosed = useStore(useCore().session, ({ session }) => session?.deactivated === true)
  return (
    <div
      className={classes(
        styles['root'],
        styles[layout],
        href === undefined && styles['still'],
        isFirstMatch && styles['first'],
        isGrabbed && styles['grabbed'],
      )}
    >
      <TileFace label={label} urn={application.urn} icon={application.icon} />
      <div className={styles['text']}>
        {href === undefined ? (
          <span className={styles['label']}>{label}</span>
        ) : (
          <a
            className={styles['label']}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            data-tile
            onClick={() => onOpen(id)}
            onAuxClick={({ button }) => button === 1 && onOpen(id)}
          >
            {label}
            <span className="visually-hidden"> ({words.say('portal.newTab')})</span>
          </a>
        )}
        <TileRoles name={label} roles={roles} noPage={href === undefined && !isClosed} />
      </div>
      {onFavourite && (
        <div className={styles['actions']}>
          <button
            type="button"
            className={styles['action']}
            aria-pressed={isFavourite}
            aria-label={words.say('launcher.favourite', { name: label })}
            title={words.say('launcher.favourite', { name: label })}
            onClick={() => onFavourite(id)}
          >
            <StarIcon />
          </button>
          {isMovable && (
            // Space on the link does the same, so that Tab need not stop here; a screen reader finds it all the same.
            <button
              type="button"
              className={classes(styles['action'], styles['grip'])}
              tabIndex={-1}
              data-grip
              aria-pressed={isGrabbed}
              aria-label={words.say('launcher.move', { name: label })}
              title={words.say('launcher.move', { name: label })}
            >
              <GripIcon />
            </button>
          )}
        </div>
      )}
    </div>
  )
})
