import { safeHref } from '@portico/core'
import { useStore } from 'zustand'

import { Link } from '../../kit/ui/link.tsx'
import { DoorsIcon } from '../../kit/ui/icons.tsx'
import { Logo } from '../../kit/ui/logo.tsx'
import { MenuButton } from '../../kit/ui/menu.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { EnvironmentChip } from './environment-chip.tsx'
import { FindButton } from './find-button.tsx'
import styles from './header.module.css'
import { HeaderTabs } from './header-tabs.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header({ onFind }: { onFind: () => void }) {
  const core = useCore()
  const words = useWords()
  const name = useStore(core.branding, (state) => state.branding?.applicationName ?? '')
  const switcher = useStore(core.launcher, (state) => state.switcher)
  // What stands beside the name is drawn after it, so that nothing moves.
  const isNamed = useStore(core.branding, (state) => state.isAnswered)
  const isKnown = useStore(core.launcher, (state) => state.user !== undefined) && isNamed
  const origin = window.location.origin
  const entries = switcher.flatMap(({ id, label, url }) => {
    const href = safeHref(url, origin)
    if (href === undefined) return []
    return href.startsWith(`${origin}/portal`)
      ? { id, label, href: href.slice(origin.length) }
      : { id, label, href, newTab: true }
  })
  return (
    <header className={styles['root']}>
      <Link to="/portal" className={styles['brand']} aria-label={name || words.say('portal.title')}>
        <Logo />
        <span className={styles['name']}>{name}</span>
      </Link>
      <div className={styles['switcher']}>
        {isNamed && entries.length > 0 && (
          <MenuButton entries={entries}>
            <DoorsIcon />
            <span className="visually-hidden">{words.say('portal.switcher')}</span>
          </MenuButton>
        )}
      </div>
      {isNamed && <HeaderTabs />}
      {/* With the environment and the person at its right, which would move it. */}
      {isKnown && <FindButton onPress={onFind} />}
      <EnvironmentChip />
      <UserMenu onFind={onFind} />
    </header>
  )
}
