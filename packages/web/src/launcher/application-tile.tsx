import type { LauncherApplication } from '@portico/core'
import { memo, type CSSProperties } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { safeHref } from '../navigation/safe-href.ts'
import { classes } from '../ui/classes.ts'
import { initialsOf } from '../ui/initials.ts'
import { Pill } from '../ui/pill.tsx'
import styles from './application-tile.module.css'
import { tileColour } from './tile-colour.ts'

type Properties = {
  readonly application: LauncherApplication
  /** Whether Enter in the filter opens this application. */
  readonly isFirstMatch: boolean
}

/** One application; it opens in a new tab. */
export const ApplicationTile = memo(function ApplicationTile({ application, isFirstMatch }: Properties) {
  const words = useWords()
  const href = safeHref(application.launchUrl, window.location.origin)
  const face = (
    <>
      <span
        className={styles['door']}
        style={{ '--door': tileColour(application.urn) } as CSSProperties}
        aria-hidden="true"
      >
        {initialsOf(application.label)}
      </span>
      <span className={styles['text']}>
        <span className={styles['label']}>{application.label}</span>
        <Roles roles={application.roles} noPage={href === undefined} />
      </span>
    </>
  )
  if (href === undefined) return <div className={classes(styles['root'], styles['still'])}>{face}</div>
  return (
    <a
      className={classes(styles['root'], isFirstMatch && styles['first'])}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-tile
    >
      {face}
      <span className="visually-hidden"> ({words.say('portal.newTab')})</span>
    </a>
  )
})

const shownRoles = 2

function Roles({ roles, noPage }: { roles: readonly string[]; noPage: boolean }) {
  const words = useWords()
  const more = roles.length - shownRoles
  if (roles.length === 0 && !noPage) return null
  return (
    <span className={styles['roles']}>
      {noPage && <span className={styles['note']}>{words.say('launcher.noPage')}</span>}
      {roles.slice(0, shownRoles).map((role) => (
        <Pill key={role}>{role}</Pill>
      ))}
      {more > 0 && (
        <span className={styles['note']} title={roles.slice(shownRoles).join(', ')}>
          <span aria-hidden="true">+{more}</span>
          <span className="visually-hidden">{words.say('launcher.moreRoles', { count: more })}</span>
        </span>
      )}
    </span>
  )
}
