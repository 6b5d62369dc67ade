import { createApiTokensStore, type ApiTokenScope, type ListedApiToken } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

type Properties = {
  readonly token: ListedApiToken
  readonly scope: ApiTokenScope
  readonly onClose: () => void
}

/** Asks, and revokes. The button of the row is gone then; the focus moves to its neighbour (`kit/ui/keep-focus.ts`). */
export function RevokeDialog({ token, scope, onClose }: Properties) {
  const words = useWords()
  const store = useCore().lazily(createApiTokensStore)
  const [isBusy, setBusy] = useState(false)
  const revoke = async () => {
    setBusy(true)
    await store.revoke(token, scope)
    onClose()
  }
  return (
    <Dialog
      title={words.say('apiTokens.revoke')}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus="" onClick={onClose}>
            {words.say('form.cancel')}
          </Button>
          <Button look="danger" busy={isBusy} onClick={() => void revoke()}>
            {words.say('apiTokens.revoke')}
          </Button>
        </>
      }
    >
      <p>{words.say('apiTokens.revokeAsk', { name: token.name })}</p>
    </Dialog>
  )
}
