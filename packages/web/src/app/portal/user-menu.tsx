import { adminTabId, type PortalUser, type Words } from '@portico/core'
import { useRef } from 'react'
import { useStore } from 'zustand'

import { SignOutForm } from '../../sign-in/sessions/sign-out-form.tsx'
import { MenuButton } from '../../kit/ui/menu.tsx'
import { Skeleton } from '../../kit/ui/skeleton.tsx'
import { initialsOf } from '../../kit/ui/initials.ts'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import styles from './user-menu.module.css'

/** What belongs to a person: a support session has none of it. */
const ownPlaces = (words: Words) => [
  { id: 'environments', label: words.say('portal.switchEnvironment'), href: '/portal/environments' },
  { id: 'sessions', label: words.say('portal.sessions'), href: '/portal/sessions' },
  { id: 'apiToken', label: words.text('API tokens'), href: '/portal/apitoken' },
]

/**
 * The documentation, where this server has it (build/documents names it in the page): its index, or for a person who administers
 * nothing the page about the launcher.
 */
function helpEntry({ routes, banner }: PortalUser, words: Words) {
  const index = document.querySelector('link[rel="help"]')?.getAttribute('href')
  if (index == null) return []
  const isReader = banner === undefined && !routes.some(({ id }) => id === adminTabId)
  return [{ id: 'help', label: words.say('portal.help'), href: isReader ? `${index}/launcher` : index, newTab: true }]
}

/** The signed-in person and environment; search, switch environment, help, log out. */
export function UserMenu({ onFind }: { onFind: () => void }) {
  const { launcher } = useCore()
  const words = useWords()
  const user = useStore(launcher, (state) => state.user)
  const username = useStore(launcher, (state) => state.principal?.username)
  const signOut = useRef<HTMLFormElement>(null)
  if (user === undefined) return <Skeleton className={styles['placeholder']} />
  const place = [user.tenantName, user.environmentName].filter(Boolean).join(' · ')
  return (
    <div className={styles['root']}>
      <MenuButton
        className={styles['trigger']}
        onOpen={() => void launcher.fetchPrincipal()}
        head={
          <>
            <p className={styles['name']}>{user.name}</p>
            <p className={styles['detail']}>{username ?? user.nickname}</p>
            <p className={styles['detail']}>{place}</p>
          </>
        }
        entries={[
          { id: 'find', label: words.say('palette.open'), onAction: onFind },
          ...(user.banner === undefined ? ownPlaces(words) : []),
          'languages',
          ...helpEntry(user, words),
          { id: 'signOut', label: words.say('portal.signOut'), onAction: () => signOut.current?.requestSubmit() },
        ]}
      >
        <span className="visually-hidden">{words.say('portal.userMenu')}: </span>
        <span className={styles['where']} title={place}>
          <span className={styles['person']}>{user.nickname || user.name}</span>
          <span className={styles['place']}>{user.tenantName}</span>
        </span>
        <span className={styles['avatar']} aria-hidden="true">
          {initialsOf(user.name)}
        </span>
      </MenuButton>
      <SignOutForm ref={signOut} />
    </div>
  )
}
