import type { LoginWords } from '@portico/core'
import { useEffect, useState } from 'react'

import type { Login } from './login.ts'
import styles from './login.module.css'

/** Offers to go on where the browser has a session, as after the back button; not where a fresh sign-in is needed. */
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

/** A session that ended led here; `elsewhere` says that there is one (sign-in-address.ts). */
function isOver(ended: string | null): boolean {
  return ended !== null && ended !== 'elsewhere'
}

/** A page of the portal; any other address leads to the portal itself. */
export function continueAddress(returnPath: string | null): string {
  return returnPath !== null && /^\/portal(?:[/?][\x21-\x7e]*)?$/.test(returnPath) ? returnPath : '/portal'
}
