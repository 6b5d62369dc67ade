import type { ReactNode } from 'react'

import { classes } from './classes.ts'
import styles from './pill.module.css'

export function Pill({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'accent' | 'warning' | 'danger' | 'production'
  children: ReactNode
}) {
  return <span className={classes(styles['root'], styles[tone])}>{children}</span>
}
