import { usePending } from '../../kit/ui/pending.ts'
import { Skeleton } from '../../kit/ui/skeleton.tsx'
import gridStyles from './application-grid.module.css'
import styles from './grid-skeleton.module.css'

const tiles = Array.from({ length: 12 }, (_, index) => index)

/** Placeholder of the grid while applications load: tiles of the same size, to avoid a layout shift. */
export function GridSkeleton() {
  usePending()
  return (
    <div>
      <div className={gridStyles['grid']} aria-hidden="true">
        {tiles.map((tile) => (
          <Skeleton key={tile} className={styles['tile']} />
        ))}
      </div>
    </div>
  )
}
