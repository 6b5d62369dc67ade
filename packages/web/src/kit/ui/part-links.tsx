import { useEffect } from 'react'

import styles from './part-links.module.css'

type Properties = {
  readonly label: string
  /** The id of each part's heading, and its text. */
  readonly parts: readonly { readonly id: string; readonly title: string }[]
  /** All parts are drawn: one that the address names comes into sight. */
  readonly isDrawn: boolean
}

/** Leads to the parts of a long page. Each has an address, and its heading takes the focus (`tabIndex={-1}`). */
export function PartLinks({ label, parts, isDrawn }: Properties) {
  useEffect(() => {
    // When the page was opened, the browser found no such part.
    if (isDrawn) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isDrawn])
  return (
    <nav aria-label={label}>
      <ul className={styles['list']}>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className={styles['link']}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
