import { classes } from './classes.ts'
import styles from './skeleton.module.css'

/** Placeholder for text or an image that is loading; the caller's class sets the final size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classes(styles['root'], className)} />
}
