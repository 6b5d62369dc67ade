import { usePending } from '../../kit/ui/pending.ts'
import { Skeleton } from '../../kit/ui/skeleton.tsx'
import sectionStyles from './environment-section.module.css'
import styles from './picker-skeleton.module.css'

export function PickerSkeleton() {
  usePending()
  return (
    <div>
      <div aria-hidden="true">
        <Skeleton className={styles['title']} />
        <div className={sectionStyles['list']}>
          <Skeleton className={styles['card']} />
          <Skeleton className={styles['card']} />
          <Skeleton className={styles['card']} />
        </div>
      </div>
    </div>
  )
}
