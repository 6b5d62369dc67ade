import type { BrandingEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import styles from './branding.module.css'

type Undo = NonNullable<Awaited<ReturnType<BrandingEditor['reset']>>>

/** Removes everything after a question, and puts it back while the page stays open. */
export function ResetSection({ editor }: { editor: BrandingEditor }) {
  const words = useWords()
  const { stored } = useEditor(editor)
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const { name, primaryColor, privacyPolicyUrl, logo = null } = stored ?? {}
  const isSet = Boolean(name ?? primaryColor ?? privacyPolicyUrl ?? logo)
  if (!isSet && undo === undefined) return null
  const busily = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  const reset = () =>
    busily(async () => {
      // Its address does not answer afterwards.
      const image = logo === null ? undefined : await fetch(logo.path).then((answer) => answer.blob())
      const back = await editor.reset(image)
      setUndo(() => back)
      setAsked(false)
    })
  const putBack = () =>
    busily(async () => {
      if (await undo?.()) setUndo(undefined)
    })
  return (
    <section className={styles['section']} aria-labelledby="reset">
      <h2 id="reset" className={styles['title']}>
        {words.say('branding.reset')}
      </h2>
      <p className={styles['hint']}>{words.say(undo === undefined ? 'branding.resetText' : 'branding.resetDone')}</p>
      {isSet && (
        <Button look="danger" onClick={() => setAsked(true)}>
          {words.say('branding.reset')}
        </Button>
      )}
      {!isSet && undo !== undefined && (
        <Button busy={isBusy} onClick={() => void putBack()}>
          {words.say('branding.undo')}
        </Button>
      )}
      {isAsked && (
        <Dialog
          title={words.say('branding.resetQuestion')}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setAsked(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="danger" busy={isBusy} onClick={() => void reset()}>
                {words.say('branding.reset')}
              </Button>
            </>
          }
        >
          <p>{words.say('branding.resetText')}</p>
        </Dialog>
      )}
    </section>
  )
}
