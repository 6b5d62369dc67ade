import type { ReactNode } from 'react'

import styles from './locked.module.css'

/** Controls that this session may not use. What is around them says why. */
export function Locked({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset disabled className={styles['root']}>
      {children}
    </fieldset>
  )
}
