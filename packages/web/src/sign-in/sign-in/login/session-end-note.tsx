import { sessionEndWord, type LoginWords } from '@portico/core'

import { createTypedWork } from '../../../kit/ports/typed-work.ts'
import styles from './login.module.css'
import { useIsHydrated } from './use-is-hydrated.ts'

/** How the session ended that this page follows, as its address says. */
export function SessionEndNote({ words }: { words: LoginWords }) {
  const isHydrated = useIsHydrated()
  const why = isHydrated ? sessionEndWord(new URLSearchParams(location.search).get('ended')) : undefined
  if (why === undefined) return null
  const isKept = createTypedWork(() => sessionStorage).isKept()
  return (
    <p id="session-end" className={styles['note']} role="status">
      {isKept ? `${words.say(why)} ${words.say('login.kept')}` : words.say(why)}
    </p>
  )
}
