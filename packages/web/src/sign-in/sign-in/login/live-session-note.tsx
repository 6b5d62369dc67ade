import type { LoginWords } from '@portico/core'
import { useEffect, useState } from 'react'

import type { Login } from './login.ts'
import styles from './login.module.css'

/** Offers to continue if the browser has a session, for example after the back button; not if a fresh sign-in is required. */
export function LiveSessionNote({ login, words }: { login: Login; words: LoginWords }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (query.get('fresh') === 'true' || isOver(query.get('ended'))) return
    void login.hasSession().then((has) => setAddress(has ? continueAddress(query.get('returnPath')) : undefined))
  }, [login])
  if (address === undefined) return null
  return (
    <p id="live-session" className={styles['note']} role="status">
      {words.say('login.signedIn')} <a href={address}>{words.say('login.goOn')}</a>
    </p>
  )
}

/** Whether this page opened because a session ended. `elsewhere` means that the browser still has a session (sign-in-address.ts). */
function isOver(ended: string | null): boolean {
  return ended !== null && ended !== 'elsewhere'
}

/** The return path if it is a page of the portal, otherwise the portal itself. */
export function continueAddress(returnPath: string | null): string {
  return returnPath !== null && /^\/portal(?:[/?][\x21-\x7e]*)?$/.test(returnPath) ? returnPath : '/portal'
}
