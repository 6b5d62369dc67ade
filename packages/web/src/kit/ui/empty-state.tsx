import type { ReactNode } from 'react'

import styles from './empty-state.module.css'

type Properties = {
  readonly message: string
  /** What would be here, and why it is empty. */
  readonly hint?: string
  readonly drawing?: ReactNode
  /** The next step. */
  readonly action?: ReactNode
}

export function EmptyState({ message, hint, drawing, action }: Properties) {
  return (
    <div className={styles['root']}>
      {drawing ?? <span className={styles['door']} />}
      <p>{message}</p>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {action}
    </div>
  )
}
