import { classes } from './classes.ts'
import styles from './loading.module.css'
import { usePending } from './pending.ts'
import skeleton from './skeleton.module.css'

/** What is being read: rows of a list, fields of a form, or a page with its heading. */
type Shape = 'rows' | 'form' | 'page'

const lines = [1, 2, 3, 4, 5, 6]

/** The outline of content that is being read; shown at once, because a blank page looks broken. As in `app/portal/skeletons.ts`. */
export function Loading({ shape = 'rows' }: { readonly shape?: Shape }) {
  usePending()
  return (
    <div className={classes(styles['root'], styles[shape])}>
      {lines.map((line) => (
        <span key={line} className={classes(skeleton['root'], styles['line'])} />
      ))}
    </div>
  )
}
