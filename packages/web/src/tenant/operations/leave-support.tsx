import { createOperations } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'

/** Ends the support session: in its banner, which is on every page. */
export default function LeaveSupport() {
  const words = useWords()
  const operations = useCore().lazily(createOperations)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const isSignedIn = await operations.leave()
    setBusy(false)
    if (isSignedIn !== undefined) window.location.assign(isSignedIn ? '/operations' : '/login')
  }
  return (
    <Button busy={isBusy} onClick={() => void leave()}>
      {words.say('portal.leaveSupport')}
    </Button>
  )
}
