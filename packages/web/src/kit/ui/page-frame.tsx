import type { ReactNode } from 'react'

import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import styles from './page-frame.module.css'

type Properties = {
  readonly title: string
  /** Links to the parent screens, and what they are together. */
  readonly parents?: { readonly label: string; readonly crumbs: readonly Crumb[] }
  /** Pills, and an id to copy. */
  readonly status?: ReactNode
  /** The page's own buttons, the primary one last. */
  readonly actions?: ReactNode
  /** One sentence about the page. */
  readonly lead?: string
  readonly children: ReactNode
}

/** What every page of administration begins with: where it is, its name, its state, and what can be done (decision 62). */
export function PageFrame({ title, parents, status, actions, lead, children }: Properties) {
  return (
    <>
      {parents !== undefined && <Breadcrumbs {...parents} />}
      <div className={styles['head']}>
        <h1 className={styles['title']} title={title}>
          <bdi>{title}</bdi>
        </h1>
        {status}
        {actions && <div className={styles['actions']}>{actions}</div>}
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {children}
    </>
  )
}
