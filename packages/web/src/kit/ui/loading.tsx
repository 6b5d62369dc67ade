import styles from './loading.module.css'
import { usePending } from './pending.ts'

/** Loading indicator for content of unknown shape; shown at once, because a blank page looks broken. */
export function Loading() {
  usePending()
  return (
    <div className={styles['root']}>
      <span className={styles['door']} />
    </div>
  )
}
