import { createIdentityProviders, type OurMetadata } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { CopyButton } from '../../kit/ui/copy-button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

type Keys = OurMetadata['keys']
type Step = 'publish' | 'activate' | 'withdraw'

type Properties = { readonly keys: Keys; readonly canRoll: boolean; readonly onRolled: () => Promise<void> }

/** Our signing and encryption keys, and the three steps that replace them. */
export function OurKeys({ keys, canRoll, onRolled }: Properties) {
  const words = useWords()
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const [asked, setAsked] = useState<Step>()
  const next = nextStep(keys)
  return (
    <section aria-labelledby="our-keys" className={styles['values']}>
      <h2 id="our-keys">{words.say('keys.ours')}</h2>
      <DataTable
        labelledBy="our-keys"
        columns={[
          { id: 'use', label: words.say('keys.use') },
          { id: 'state', label: words.say('idp.state') },
          { id: 'life', label: words.say('certificate.life') },
          { id: 'copy', label: words.say('keys.certificate'), isUnnamed: true, inCard: 'corner' },
        ]}
        rows={keys.map(({ use, state, certificate, fingerprint, notAfter }) => ({
          id: fingerprint + use,
          cells: [
            words.say(`keys.${use}`),
            <Pill key="state" tone={state === 'current' ? 'accent' : 'plain'}>
              {words.say(`keys.${state}`)}
            </Pill>,
            <time key="life" dateTime={notAfter}>
              {words.say('keys.until', { date: date.format(new Date(notAfter)) })}
            </time>,
            <CopyButton
              key="copy"
              text={certificate}
              label={words.say('keys.copyCertificate', { what: words.say(`keys.${use}`) })}
            />,
          ],
        }))}
      />
      {canRoll && (
        <>
          <p className={texts['soft']}>{words.say('keys.rollHint')}</p>
          <Changeable never>
            <div className={styles['tools']}>
              {(['publish', 'activate', 'withdraw'] as const).map((step) => (
                <Button key={step} disabled={step !== next} onClick={() => setAsked(step)}>
                  {words.say(`keys.${step}`)}
                </Button>
              ))}
            </div>
          </Changeable>
        </>
      )}
      {asked !== undefined && <StepDialog step={asked} onRolled={onRolled} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** The rollover step that the state of the keys allows. */
function nextStep(keys: Keys): Step {
  if (keys.some((key) => key.state === 'next')) return 'activate'
  return keys.some((key) => key.state === 'previous') ? 'withdraw' : 'publish'
}

type StepProperties = { readonly step: Step; readonly onRolled: () => Promise<void>; readonly onClose: () => void }

function StepDialog({ step, onRolled, onClose }: StepProperties) {
  const words = useWords()
  const core = useCore()
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    if (await core.lazily(createIdentityProviders).rollKeys(step)) {
      core.feedback.openSuccess(words.say('keys.rolled'))
      await onRolled()
    }
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      title={words.say(`keys.${step}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-initial-focus="">
            {words.say('form.cancel')}
          </Button>
          <Button look="primary" busy={isBusy} onClick={() => void take()}>
            {words.say(`keys.${step}`)}
          </Button>
        </>
      }
    >
      <p>{words.say(`keys.${step}Message`)}</p>
    </Dialog>
  )
}
