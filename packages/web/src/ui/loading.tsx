import { useWords } from '../context/portal-context.tsx'
import styles from './loading.module.css'

/** Loading indicator for content of unknown shape; shown at once, because a blank page looks broken. */
export function Loading() {
  return (
    <div className={styles['root']}>
      <span className={styles['door']} />
      <output className="visually-hidden">{useWords().say('banner.loading')}</output>
    </div>
  )
}
