import { Link } from '../navigation/link.tsx'
import { classes } from './classes.ts'
import styles from './tab-links.module.css'

type Tab = { readonly id: string; readonly label: string; readonly to: string }

/** Tabs as links; the current page's is marked. */
export function TabLinks({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className={styles['root']}>
      <ul className={styles['list']}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link
              to={tab.to}
              className={classes(styles['tab'], tab.id === current && styles['current'])}
              aria-current={tab.id === current ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
