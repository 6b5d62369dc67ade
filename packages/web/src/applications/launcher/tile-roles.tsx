import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './tile-roles.module.css'

const shownAtFirst = 2

type Properties = { readonly name: string; readonly roles: readonly string[]; readonly noPage: boolean }

/** The person's roles in an application. Long names wrap; a button shows those that do not fit at first. */
export function TileRoles({ name, roles, noPage }: Properties) {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  if (roles.length === 0 && !noPage) return null
  // The button would take as much room as the one role that it hides.
  const shown = isOpen || roles.length <= shownAtFirst + 1 ? roles.length : shownAtFirst
  const more = roles.length - shown
  return (
    <span className={styles['root']}>
      {noPage && <span className={styles['note']}>{words.say('launcher.noPage')}</span>}
      {roles.slice(0, shown).map((role) => (
        <Pill key={role}>{role}</Pill>
      ))}
      {more > 0 && (
        <button
          type="button"
          className={styles['more']}
          aria-label={words.say('launcher.moreRoles', { count: more, name })}
          onClick={() => setOpen(true)}
        >
          +{more}
        </button>
      )}
    </span>
  )
}
