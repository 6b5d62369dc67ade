import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Somebody else saved first (412): reading again keeps what was typed. */
export function StaleDialog({ model }: { model: { readAgain(): Promise<void> } }) {
  const { feedback } = useCore()
  const words = useWords()
  const isStale = useStore(feedback, (state) => state.expected?.status === 412)
  const [isReading, setReading] = useState(false)
  if (!isStale) return null
  const read = async () => {
    setReading(true)
    await model.readAgain()
    setReading(false)
  }
  return (
    <Dialog
      title={words.say('stale.title')}
      onClose={() => feedback.clearError()}
      actions={
        <>
          <Button onClick={() => feedback.clearError()}>{words.say('form.cancel')}</Button>
          <Button look="primary" busy={isReading} data-initial-focus="" onClick={() => void read()}>
            {words.say('stale.read')}
          </Button>
        </>
      }
    >
      <p>{words.say('stale.message')}</p>
    </Dialog>
  )
}
