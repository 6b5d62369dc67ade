import { openSetupUrl, previewSetupUrl, type SetupUrl } from '@portico/core'
import { useEffect, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { SimplePage } from '../../kit/feedback/simple-page.tsx'
import styles from './setup.module.css'

type Preview = SetupUrl | { readonly problem: string }

/**
 * Names the company that a setup URL sets up, and whose session ends, before anything is exchanged: a link that a stranger
 * sent must not put a browser into their setup.
 */
export function SetupInvitation({ token, onBegun }: { token: string; onBegun: () => void }) {
  const core = useCore()
  const words = useWords()
  const [preview, setPreview] = useState<Preview>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isShown = true
    void previewSetupUrl(core, token).then((read) => isShown && setPreview(read))
    return () => void (isShown = false)
  }, [core, token])
  if (preview === undefined)
    return (
      <SimplePage>
        <Loading />
      </SimplePage>
    )
  if ('problem' in preview) return <Refused message={preview.problem} />
  const { tenantName: tenant, session } = preview
  const begin = async () => {
    setBusy(true)
    const refused = await openSetupUrl(core, token)
    if (refused === undefined) return onBegun()
    setBusy(false)
    setPreview(refused)
  }
  return (
    <SimplePage>
      <div className={styles['card']}>
        <h1>{words.say('setup.of', { tenant })}</h1>
        <p>{words.say('setup.invitation', { tenant })}</p>
        {session !== null && (
          <p role="note">
            {session.name === null
              ? words.say('setup.endsOther', { tenant: session.tenantName })
              : words.say('setup.endsSession', { name: session.name, tenant: session.tenantName })}
          </p>
        )}
        <div className={styles['actions']}>
          <Button look="primary" busy={isBusy} onClick={() => void begin()}>
            {words.say('setup.begin')}
          </Button>
        </div>
      </div>
    </SimplePage>
  )
}

/** Why a setup URL opens nothing. */
export function Refused({ message }: { message: string }) {
  const words = useWords()
  return (
    <SimplePage>
      <div className={styles['card']} role="alert">
        <h1>{words.say('setup.openingFailed')}</h1>
        <p>{message}</p>
      </div>
    </SimplePage>
  )
}
