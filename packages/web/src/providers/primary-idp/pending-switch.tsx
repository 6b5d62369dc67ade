import { createPrimarySwitch, sayGrace } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Banner } from '../../kit/ui/banner.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

/** The pending switch of the primary provider, wherever it matters, with a way to take it back. */
export function PendingSwitch() {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createPrimarySwitch)
  const { current, busy } = useStore(store)
  const [asks, setAsks] = useState(false)
  useEffect(() => void store.open(), [store])
  if (!current?.pending) return null
  const { pending, graceSecs, primary } = current
  const primaryName = primary?.name ?? ''
  const reject = async () => {
    await store.reject()
    setAsks(false)
  }
  return (
    <section aria-label={words.say('idpSwitch.pendingTitle')} data-pending-switch="" tabIndex={-1}>
      <Banner
        tone="warning"
        title={words.say('idpSwitch.pendingTitle')}
        action={
          <Changeable never>
            <Button onClick={() => setAsks(true)}>{words.say('idpSwitch.reject')}</Button>
          </Changeable>
        }
      >
        {words.say('idpSwitch.pending', pending)}{' '}
        {words.say('idpSwitch.grace', { seconds: graceSecs, primaryName, grace: sayGrace(graceSecs, words) })}
      </Banner>
      {asks && (
        <Dialog
          title={words.say('idpSwitch.reject')}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setAsks(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="danger" busy={busy === 'saving'} onClick={() => void reject()}>
                {words.say('idpSwitch.reject')}
              </Button>
            </>
          }
        >
          <p>{words.say('idpSwitch.rejectAsk', { groupName: pending.groupName, primaryName })}</p>
        </Dialog>
      )}
    </section>
  )
}
