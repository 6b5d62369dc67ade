import { activeTab, adminTabId } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, usePath, useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { useModules } from '../../kit/navigation/use-modules.ts'
import { classes } from '../../kit/ui/classes.ts'
import { ChevronDownIcon } from '../../kit/ui/icons.tsx'
import { MenuButton } from '../../kit/ui/menu.tsx'
import styles from './header-tabs.module.css'

/** The tabs of the portal user; the tab ADMIN_ID is a menu of the admin modules (spec section 2). */
export function HeaderTabs() {
  const { launcher } = useCore()
  const words = useWords()
  const path = usePath()
  const tabs = useStore(launcher, (state) => state.user?.routes)
  const modules = useModules() ?? []
  if (tabs === undefined) return null
  const places = [...tabs, ...modules.map((module) => ({ id: adminTabId, path: module.path }))]
  const activeId = activeTab(places, path)?.id
  return (
    <nav className={styles['root']} aria-label={words.say('portal.tabs')}>
      <ul className={styles['list']}>
        {tabs.map((tab) => {
          const isActive = tab.id === activeId
          const className = classes(styles['tab'], isActive && styles['active'])
          return (
            <li key={tab.id}>
              {tab.id === adminTabId && modules.length > 0 ? (
                <MenuButton
                  className={className}
                  current={isActive}
                  chevron
                  entries={modules.map(({ id, label, href }) => ({ id, label, href }))}
                >
                  {tab.label}
                </MenuButton>
              ) : (
                <Link to={tab.path} className={className} aria-current={isActive ? 'page' : undefined}>
                  {tab.label}
                  {tab.id === adminTabId && <ChevronDownIcon />}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
