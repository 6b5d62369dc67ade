import { createRepairEntry, repairSessionSecs, safeHref } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import styles from '../../cli-sign-in/cli-sign-in.module.css'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Button, ButtonLink } from '../../../kit/ui/button.tsx'
import { SimplePage } from '../../../kit/feedback/simple-page.tsx'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { markRepair } from '../repair-mark.ts'

/** `/login/recovery`: a recovery code opens the repair of identity providers. It asks for nothing that names a tenant. */
export default function RecoveryScreen() {
  return (
    <TenantWords>
      <Entry />
    </TenantWords>
  )
}

function Entry() {
  const { client } = useCore()
  const words = useWords()
  const [entry] = useState(() => createRepairEntry({ client, say: (id, values) => words.say(id, values) }))
  const { typed, isFetching, error } = useStore(entry)
  usePageTitle(words.say('repair.title'))
  const submit = async () => {
    const address = await entry.submit()
    if (address === undefined) return
    markRepair()
    window.location.assign(safeHref(address, window.location.origin) ?? '/login/unexpected')
  }
  return (
    <SimplePage>
      <form
        className={styles['card']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h1>{words.say('repair.title')}</h1>
        <p>{words.say('repair.lead', { minutes: repairSessionSecs / 60 })}</p>
        <TextField
          className={styles['input']}
          label={words.say('recoveryCodes.code')}
          dir="ltr"
          value={typed}
          autoCapitalize="characters"
          error={error}
          announces
          onChange={(text) => entry.type(text)}
        />
        <div className={styles['actions']}>
          <Button type="submit" look="primary" busy={isFetching}>
            {words.say('repair.submit')}
          </Button>
          <ButtonLink href="/login">{words.say('repair.back')}</ButtonLink>
        </div>
      </form>
    </SimplePage>
  )
}
