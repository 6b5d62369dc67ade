import { classes } from './classes.ts'
import styles from './skeleton.module.css'

/** Holds the place of text or of a picture that is on its way; the caller's class gives it the size of the real thing. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classes(styles['root'], className)} />
}
