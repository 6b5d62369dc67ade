import { productionType, type AdminEnvironment } from '@portico/core'
import { useEffect, useRef } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Link } from '../navigation/link.tsx'
import { Pill } from '../ui/pill.tsx'
import { environmentPath, type EnvironmentTab } from './admin-paths.ts'
import styles from './environment-sidebar.module.css'

type Properties = {
  readonly environments: readonly AdminEnvironment[]
  readonly chosen: AdminEnvironment | undefined
  /** Switching the environment keeps the tab. */
  readonly tab: EnvironmentTab
}

/** The sidebar ENVIRONMENTS (spec section 2). */
export function EnvironmentSidebar({ environments, chosen, tab }: Properties) {
  const words = useWords()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a narrow window the list is a scrolling row.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <nav aria-labelledby="environments-sidebar">
      <h2 id="environments-sidebar" className={styles['title']}>
        {words.say('environments.sidebar')}
      </h2>
      <ul ref={list} className={styles['root']}>
        {environments.map((environment) => (
          <li key={environment.id}>
            <Link
              to={environmentPath(environment.id, tab)}
              className={styles['entry']}
              aria-current={environment === chosen ? 'page' : undefined}
            >
              <span className={styles['name']}>{environment.name}</span>
              <Pill tone={environment.type === productionType ? 'production' : 'plain'}>{environment.type}</Pill>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
