import { useEffect, useRef, type ReactNode } from 'react'

import { Link } from './link.tsx'
import styles from './part-head.module.css'

type Properties = {
  readonly id: string
  readonly title: string
  /** The list that this part of the page came from. */
  readonly back: { readonly label: string; readonly to: string }
  readonly children?: ReactNode
}

/** Heads one object of a list that is edited in place of the list. It takes the focus, as a page that was opened does. */
export function PartHead({ id, title, back, children }: Properties) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles['root']}>
      <Link to={back.to}>{back.label}</Link>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
        {title}
      </h2>
      {children !== undefined && <p className={styles['lead']}>{children}</p>}
    </div>
  )
}
