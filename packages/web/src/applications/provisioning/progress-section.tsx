import {
  listOf,
  provisioningBehindList,
  provisioningFailureInWords,
  provisioningNoun,
  provisioningState,
  provisioningStateInWords,
  type AdminEnvironment,
  type Application,
  type Provisioning,
  type ProvisioningEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState, type ReactNode } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import styles from './provisioning.module.css'
import { Question } from './question.tsx'

type Properties = {
  readonly editor: ProvisioningEditor
  readonly stored: Provisioning
  readonly environment: AdminEnvironment
  readonly application: Application
}

/** How far an application is, and what can be done about it. */
export function ProgressSection({ editor, stored, environment, application }: Properties) {
  const words = useWords()
  const state = provisioningState(stored)
  const labelOf = (name: string) => provisioningNoun.fields.find((field) => field.name === name)?.label ?? name
  const at = (time: string | null): ReactNode =>
    time === null ? words.say('provisioning.notYet') : <RelativeTime at={time} />
  const number = new Intl.NumberFormat(words.formatLocale)
  const { lastFailure, nextAttemptAt } = stored
  return (
    <section className={form['fields']} aria-labelledby="provisioning-progress">
      <h2 id="provisioning-progress">{words.say('provisioning.progress')}</h2>
      <Facts
        facts={[
          {
            label: labelOf('state'),
            value:
              state === 'on' || state === 'off' || state === 'retrying' ? (
                <Pill tone={state === 'on' ? 'accent' : state === 'off' ? 'plain' : 'warning'}>
                  {provisioningStateInWords(stored, words)}
                </Pill>
              ) : (
                <div>
                  {state === 'refused' && <Pill tone="danger">{words.say('provisioning.failing')}</Pill>}{' '}
                  <strong>{provisioningStateInWords(stored, words)}</strong>
                </div>
              ),
          },
          { label: labelOf('people'), value: number.format(stored.people) },
          ...(stored.config?.sendGroups === true
            ? [{ label: labelOf('groups'), value: number.format(stored.groups) }]
            : []),
          { label: labelOf('behind'), value: number.format(stored.behind) },
          ...(stored.takeovers > 0 ? [{ label: labelOf('takeovers'), value: number.format(stored.takeovers) }] : []),
          ...(stored.removals > 0 ? [{ label: labelOf('removals'), value: number.format(stored.removals) }] : []),
          { label: labelOf('comparedAt'), value: at(stored.comparedAt) },
          { label: labelOf('lastSentAt'), value: at(stored.lastSentAt) },
          ...(nextAttemptAt === null ? [] : [{ label: labelOf('nextAttemptAt'), value: at(nextAttemptAt) }]),
          ...(lastFailure === null
            ? []
            : [
                {
                  label: labelOf('lastFailure'),
                  value: <bdi className={styles['failure']}>{provisioningFailureInWords(lastFailure, words)}</bdi>,
                },
              ]),
        ]}
      />
      {!environment.readonly && (
        <Changeable never>
          <Actions editor={editor} environment={environment} application={application} />
        </Changeable>
      )}
    </section>
  )
}

type ActionProperties = Omit<Properties, 'stored'>

function Actions({ editor, environment, application }: ActionProperties) {
  const words = useWords()
  const behind = listOf(useCore(), provisioningBehindList)
  const { busy } = useEditor(editor)
  const hasChanges = editor.hasChanges()
  const [isRetrying, setRetrying] = useState(false)
  const [isResending, setResending] = useState(false)
  const [asked, setAsked] = useState<'resend' | 'stop'>()
  const retry = async () => {
    setRetrying(true)
    if (await editor.retry()) await behind.refreshQuietly()
    setRetrying(false)
  }
  const resend = async () => {
    setResending(true)
    if (await editor.resend()) await behind.refreshQuietly()
    setResending(false)
    setAsked(undefined)
  }
  const stop = async () => {
    await editor.stop()
    setAsked(undefined)
  }
  const reason = hasChanges ? words.say('clients.saveFirst') : editor.retryRefusal()
  const described = { disabled: hasChanges, 'aria-describedby': hasChanges ? 'provisioning-reason' : undefined }
  const place = { application: application.label, environment: environment.name }
  return (
    <>
      {reason !== undefined && (
        <p id="provisioning-reason" className={form['lead']}>
          {reason}
        </p>
      )}
      <div className={styles['actions']}>
        <Button
          busy={isRetrying}
          disabled={reason !== undefined}
          aria-describedby={reason && 'provisioning-reason'}
          onClick={() => void retry()}
        >
          {words.say('provisioning.retry')}
        </Button>
        <Button
          disabled={hasChanges || editor.resendRefusal() !== undefined}
          aria-describedby={reason === undefined ? undefined : 'provisioning-reason'}
          onClick={() => setAsked('resend')}
        >
          {words.say('provisioning.resend')}
        </Button>
        <Button {...described} look="danger" onClick={() => setAsked('stop')}>
          {words.say('provisioning.stop')}
        </Button>
      </div>
      {asked === 'resend' && (
        <Question
          title={words.say('provisioning.resend')}
          text={words.say('provisioning.resendAsk', place)}
          onClose={() => setAsked(undefined)}
        >
          <Button look="primary" busy={isResending} onClick={() => void resend()}>
            {words.say('provisioning.resend')}
          </Button>
        </Question>
      )}
      {asked === 'stop' && (
        <Question
          title={words.say('provisioning.stop')}
          text={words.say('provisioning.stopAsk', place)}
          onClose={() => setAsked(undefined)}
        >
          <Button look="danger" busy={busy === 'removing'} onClick={() => void stop()}>
            {words.say('provisioning.stop')}
          </Button>
        </Question>
      )}
    </>
  )
}
