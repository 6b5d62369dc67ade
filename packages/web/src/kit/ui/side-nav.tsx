import type { ReactNode } from 'react'

import { useNavigator } from '../context/portal-context.tsx'
import { Link } from './link.tsx'
import type { MenuEntry } from './menu-entry.ts'
import { NativeSelect } from './native-select.tsx'
import { Pill } from './pill.tsx'
import styles from './side-nav.module.css'

type Entry = { readonly id: string; readonly label: string; readonly to: string; readonly mark?: MenuEntry['mark'] }

type Properties = {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly currentId: string | undefined
}

type PageProperties = Properties & {
  readonly children: ReactNode
  /** Below what was chosen, whichever it is, and not below the list. */
  readonly foot?: ReactNode
}

/** A list of what to look at, and beside it what was chosen. */
export function SideNavPage({ children, foot, ...list }: PageProperties) {
  return (
    <div className={styles['columns']}>
      <SideNav {...list} />
      <div>
        {children}
        {foot}
      </div>
    </div>
  )
}

/** On a small window one picker above the content. */
export function SideNav({ label, entries, currentId }: Properties) {
  const navigator = useNavigator()
  const go = (id: string) => {
    const entry = entries.find((one) => one.id === id)
    if (entry !== undefined) navigator.go(entry.to)
  }
  return (
    <div>
      <div className={styles['picker']}>
        <NativeSelect
          label={label}
          value={currentId ?? ''}
          options={[
            ...(currentId === undefined ? [{ value: '', label: '' }] : []),
            ...entries.map(({ id, label: name, mark }) => ({
              value: id,
              label: mark === undefined ? name : `${name} (${mark.text})`,
            })),
          ]}
          onChange={go}
        />
      </div>
      <nav className={styles['root']} aria-label={label}>
        <h2 className={styles['title']}>{label}</h2>
        <ul>
          {entries.map(({ id, label: name, to, mark }) => (
            <li key={id}>
              <Link to={to} className={styles['entry']} aria-current={id === currentId ? 'page' : undefined}>
                <span className={styles['name']}>{name}</span>
                {mark && <Pill tone={mark.isProduction ? 'production' : 'plain'}>{mark.text}</Pill>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
