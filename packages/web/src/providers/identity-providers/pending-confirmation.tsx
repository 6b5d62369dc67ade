import type { ProviderDraft } from '@portico/core'
import { useEffect, useId, useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import styles from './test-panel.module.css'
import texts from '../../kit/ui/texts.module.css'

/** Seconds between two readings of whether the change was confirmed. */
const readEverySecs = 5

/** A change that is in effect and reverts by itself: how long that takes, who confirms it and how, and Revert now. */
export function PendingConfirmation({ draft, onReverted }: { draft: ProviderDraft; onReverted: () => void }) {
  const words = useWords()
  const titleId = useId()
  const [, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds((seconds) => {
        if (seconds % readEverySecs === readEverySecs - 1) void draft.watch()
        return seconds + 1
      })
    }, 1000)
    return () => clearInterval(timer)
  }, [draft])
  const pending = draft.pending()
  const { provider, busy } = draft.getState()
  if (pending === undefined) return null
  const revert = async () => {
    if (await draft.revertNow()) onReverted()
  }
  return (
    <section className={styles['decision']} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.say('draft.pending')}</h3>
      <p role="timer" className={texts['warning']}>
        {words.say('draft.left', { by: provider?.live?.unconfirmed?.keptBy ?? '', left: pending.left })}
      </p>
      <p>{pending.how}</p>
      <div>
        <Button look="danger" busy={busy === 'reverting'} onClick={() => void revert()}>
          {words.say('draft.revertNow')}
        </Button>
      </div>
    </section>
  )
}
