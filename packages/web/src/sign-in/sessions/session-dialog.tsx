import { serverNow, sessionEndedWord } from '@portico/core'
import { useStore } from 'zustand'

import { usePortal, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import styles from './session-dialog.module.css'

/** Continue working renews the session; sign in reloads the page (spec section 4). */
export function SessionDialog({ question, secondsLeft }: { question: 'ending' | 'ended'; secondsLeft: number }) {
  const { core, typedWork } = usePortal()
  const { session } = core
  const words = useWords()
  const { isFetching, renewalFailed, session: known } = useStore(session)
  const reload = () => {
    typedWork.beginSignIn()
    window.location.reload()
  }
  const signIn = (
    <Button look={question === 'ended' ? 'primary' : 'outline'} onClick={reload}>
      {words.say('session.signIn')}
    </Button>
  )
  if (question === 'ended') {
    return (
      <Dialog key="ended" title={words.say('session.endedTitle')} actions={signIn}>
        <p>{words.say(sessionEndedWord(known?.expiresOn, serverNow(core)))}</p>
      </Dialog>
    )
  }
  const renew = () => void session.renew()
  return (
    <Dialog
      key="ending"
      title={words.say('session.endingTitle')}
      onClose={renew}
      actions={
        <>
          {signIn}
          <Button look="primary" busy={isFetching} data-initial-focus onClick={renew}>
            {words.say('session.continue')}
          </Button>
        </>
      }
    >
      <div role="alert">{renewalFailed && <p className={styles['failed']}>{words.say('banner.system')}</p>}</div>
      <p role="timer">{words.say('session.endingMessage', { seconds: secondsLeft })}</p>
    </Dialog>
  )
}
