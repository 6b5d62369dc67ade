import { useLayoutEffect, useRef } from 'react'

import { Link } from './link.tsx'
import { classes } from './classes.ts'
import styles from './tab-links.module.css'

type Tab = { readonly id: string; readonly label: string; readonly to: string }

/** Tabs as links; the current page's is marked, and in sight where the tabs are wider than the window. */
export function TabLinks({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (nav.current !== null) showCurrent(nav.current)
  }, [current])
  return (
    <nav ref={nav} aria-label={label} className={styles['root']}>
      <ul className={styles['list']}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link
              to={tab.to}
              className={classes(styles['tab'], tab.id === current && styles['current'])}
              aria-current={tab.id === current ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls only the tabs: `scrollIntoView` would scroll the page too, away from where Back restores it. */
function showCurrent(nav: HTMLElement): void {
  const tab = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  if (tab === undefined) return
  const { left, right } = nav.getBoundingClientRect()
  if (tab.right > right) nav.scrollLeft += tab.right - right
  else if (tab.left < left) nav.scrollLeft += tab.left - left
}
