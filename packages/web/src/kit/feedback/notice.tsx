import type { ReactNode } from 'react'

import styles from './notice.module.css'
import { SimplePage } from './simple-page.tsx'

type Properties = {
  readonly title: string
  /** A few characters shown in the doorway: a status code or a symbol. */
  readonly mark?: string | undefined
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** A page with a single message: an error, or that the person is signed out. */
export function Notice({ title, mark, children, actions }: Properties) {
  return (
    <SimplePage isMessage>
      <div className={styles['root']}>
        <div className={styles['door']} aria-hidden="true">
          <span className={styles['leaf']}>{mark}</span>
        </div>
        <div className={styles['text']}>
          <h1>{title}</h1>
          <div className={styles['help']}>{children}</div>
          <div className={styles['actions']}>{actions}</div>
        </div>
      </div>
    </SimplePage>
  )
}
