import { useWords } from '../portal/context.tsx'
import styles from './loading.module.css'

/** Something is on its way and has no shape yet; seen at once, since a blank page looks broken. */
export function Loading() {
  return (
    <div className={styles['root']}>
      <span className={styles['door']} />
      <output className="visually-hidden">{useWords().say('banner.loading')}</output>
    </div>
  )
}
