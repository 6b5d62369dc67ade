import { useWords } from '../context/portal-context.tsx'
import { Link } from './link.tsx'
import styles from './breadcrumbs.module.css'

export type Crumb = { readonly label: string; readonly to: string }

/** Links to the parent screens; the screen itself is the page heading. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  const words = useWords()
  return (
    <nav aria-label={label}>
      <ol className={styles['root']}>
        {crumbs.map(({ label: english, to }) => {
          const name = words.text(english)
          return (
            <li key={to} className={styles['crumb']}>
              <Link to={to} className={styles['link']} title={name}>
                {name}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
