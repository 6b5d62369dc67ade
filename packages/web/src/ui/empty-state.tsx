import type { ReactNode } from 'react'

import styles from './empty-state.module.css'

export function EmptyState({ message, action }: { message: string; action?: ReactNode }) {
  return (
    <div className={styles['root']}>
      <span className={styles['door']} />
      <p>{message}</p>
      {action}
    </div>
  )
}
