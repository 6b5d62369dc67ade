import {
  adminMessages,
  createWebhooksStore,
  webhookEvents,
  webhookMessages,
  webhookState,
  type WebhookProgress,
  type WebhooksStore,
} from '@portico/core'
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'

const catalogues = { admin: adminMessages, 'of-webhooks': webhookMessages }

/** Where the audit log and notices are sent, on the Security tab. */
export default function WebhooksSection() {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Webhooks />
    </LearnedWords>
  )
}

function Webhooks() {
  const words = useWords()
  const store = useCore().lazily(createWebhooksStore)
  const { status, webhooks, secret } = useStore(store)
  const [asked, setAsked] = useState<WebhookProgress>()
  useEffect(() => {
    void store.fetch()
    return () => store.hide()
  }, [store])
  return (
    <section className={form['fields']} aria-labelledby="webhooks">
      <div>
        <h2 id="webhooks">{words.say('webhooks.title')}</h2>
        <p className={form['lead']}>{words.say('webhooks.lead')}</p>
      </div>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => store.fetch()} />}
      {secret !== undefined && <Secret secret={secret} onHide={() => store.hide()} />}
      {status === 'ready' && webhooks.length === 0 && <p>{words.say('webhooks.none')}</p>}
      <Changeable never>
        {webhooks.length > 0 && <WebhookTable webhooks={webhooks} store={store} onDelete={setAsked} />}
        {status === 'ready' && <NewWebhook store={store} />}
      </Changeable>
      {asked !== undefined && (
        <DeleteQuestion webhook={asked} onDelete={() => store.remove(asked.id)} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

function Secret({ secret, onHide }: { readonly secret: string; readonly onHide: () => void }) {
  const words = useWords()
  return (
    <div className={form['note']} role="alert">
      <p>{words.say('webhooks.once')}</p>
      <p>
        <CopyableCode text={secret} label={words.say('webhooks.copy')} />
      </p>
      <Button look="primary" onClick={onHide}>
        {words.say('webhooks.done')}
      </Button>
    </div>
  )
}

type TableProperties = {
  readonly webhooks: readonly WebhookProgress[]
  readonly store: WebhooksStore
  readonly onDelete: (webhook: WebhookProgress) => void
}

function WebhookTable({ webhooks, store, onDelete }: TableProperties) {
  const words = useWords()
  const columns = useMemo(
    () => [
      { id: 'url', label: words.say('webhooks.url') },
      { id: 'events', label: words.say('webhooks.events') },
      { id: 'state', label: words.text('State') },
      { id: 'actions', label: words.text('Actions'), isUnnamed: true },
    ],
    [words],
  )
  const rows = useMemo(
    () =>
      webhooks.map((webhook) => ({
        id: webhook.id,
        cells: [
          webhook.url,
          [...webhook.events.map((event) => words.say(`webhooks.event.${event}`)), ...webhook.actions].join(', '),
          <Progress key="state" webhook={webhook} />,
          <Choices key="choices" webhook={webhook} store={store} onDelete={onDelete} />,
        ],
      })),
    [webhooks, words, store, onDelete],
  )
  return <DataTable labelledBy="webhooks" columns={columns} rows={rows} />
}

/** On or off, what waits, and why nothing arrives. */
function Progress({ webhook }: { readonly webhook: WebhookProgress }) {
  const words = useWords()
  const { backlog, lastDeliveredAt, lastFailure, nextAttemptAt } = webhook
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <>
      <strong>{words.say(`webhooks.state.${webhookState(webhook)}`)}</strong>
      {lastFailure !== null && (
        <div>{words.say(`webhooks.failure.${lastFailure.kind}`, { status: lastFailure.status ?? 0 })}</div>
      )}
      {nextAttemptAt !== null && (
        <div>{words.say('webhooks.nextAttempt', { at: time.format(new Date(nextAttemptAt)) })}</div>
      )}
      <div>{words.say('webhooks.waiting', { count: backlog })}</div>
      <div>
        {lastDeliveredAt === null ? (
          words.say('webhooks.never')
        ) : (
          <>
            {words.text('Last delivery')}: <RelativeTime at={lastDeliveredAt} />
          </>
        )}
      </div>
    </>
  )
}

type ChoiceProperties = Omit<TableProperties, 'webhooks'> & { readonly webhook: WebhookProgress }

function Choices({ webhook, store, onDelete }: ChoiceProperties) {
  const words = useWords()
  const { id, url, enabled } = webhook
  const choices = [
    ['webhooks.test', () => void store.test(id)],
    ['webhooks.rotate', () => void store.rotate(id)],
    [enabled ? 'webhooks.turnOff' : 'webhooks.turnOn', () => void store.turn(webhook, !enabled)],
    ['webhooks.delete', () => onDelete(webhook)],
  ] as const
  return (
    <>
      {choices.map(([name, choose]) => (
        <Button key={name} aria-label={`${words.say(name)}: ${url}`} onClick={choose}>
          {words.say(name)}
        </Button>
      ))}
    </>
  )
}

function NewWebhook({ store }: { readonly store: WebhooksStore }) {
  const words = useWords()
  const { typed, errors, isBusy } = useStore(store)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void store.add()
  }
  return (
    <form className={form['fields']} noValidate onSubmit={submit} aria-label={words.say('webhooks.add')}>
      <TextField
        label={words.say('webhooks.url')}
        dir="ltr"
        value={typed.url}
        error={errors.url}
        onChange={(url) => store.type({ url })}
      />
      {webhookEvents.map((event, at) => (
        <Checkbox
          key={event}
          label={words.say(`webhooks.event.${event}`)}
          isChecked={typed.events.includes(event)}
          error={at === webhookEvents.length - 1 ? errors.events : undefined}
          onChange={(isOn) =>
            store.type({ events: webhookEvents.filter((one) => (one === event ? isOn : typed.events.includes(one))) })
          }
        />
      ))}
      {typed.events.includes('audit') && (
        <TextField
          label={words.say('webhooks.actions')}
          hint={words.say('webhooks.actionsHelp')}
          dir="ltr"
          value={typed.actions}
          error={errors.actions}
          onChange={(actions) => store.type({ actions })}
        />
      )}
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          {words.say('webhooks.add')}
        </Button>
      </div>
    </form>
  )
}

type QuestionProperties = {
  readonly webhook: WebhookProgress
  readonly onDelete: () => Promise<void>
  readonly onClose: () => void
}

function DeleteQuestion({ webhook: { url }, onDelete, onClose }: QuestionProperties) {
  const words = useWords()
  const confirm = () => {
    onClose()
    void onDelete()
  }
  return (
    <Dialog
      title={words.say('webhooks.delete')}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus onClick={onClose}>
            {words.say('form.cancel')}
          </Button>
          <Button look="danger" onClick={confirm}>
            {words.say('webhooks.delete')}
          </Button>
        </>
      }
    >
      <p>{words.say('webhooks.deleteAsk', { host: new URL(url).host })}</p>
    </Dialog>
  )
}
