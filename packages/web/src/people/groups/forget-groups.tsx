import { createGroups, type IdentityProvider } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

/** Forgets the groups of a provider that are mapped to nothing, after a question. */
export function ForgetGroups({ provider: { id, name } }: { readonly provider: Pick<IdentityProvider, 'id' | 'name'> }) {
  const words = useWords()
  const groups = useCore().lazily(createGroups)
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const forget = async () => {
    setBusy(true)
    await groups.forget(id)
    setBusy(false)
    setAsks(false)
  }
  const title = words.say('groups.forget')
  return (
    <>
      <Button onClick={() => setAsks(true)}>{title}</Button>
      {asks && (
        <Dialog
          title={title}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setAsks(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="danger" busy={isBusy} onClick={() => void forget()}>
                {title}
              </Button>
            </>
          }
        >
          <p>{words.say('groups.forgetAsk', { name })}</p>
        </Dialog>
      )}
    </>
  )
}
