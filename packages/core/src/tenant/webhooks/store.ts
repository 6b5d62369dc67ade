import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Problem } from '../../kit/http/problem.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookProgress,
} from './contract.ts'
import { webhookInputOf } from './form.ts'
import { WebhookInput, type WebhookEvent } from './rules.ts'

/** What is typed for a new webhook. */
export type WebhookTyped = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Separated by spaces. */
  readonly actions: string
}

export type WebhooksState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly webhooks: readonly WebhookProgress[]
  /** A secret that was just created. It cannot be read again. */
  readonly secret: string | undefined
  readonly typed: WebhookTyped
  /** Sentences about what is typed, by field. */
  readonly errors: Readonly<Partial<Record<keyof WebhookTyped, string>>>
  readonly isBusy: boolean
}

export type WebhooksStore = StoreApi<WebhooksState> & {
  fetch(): Promise<void>
  type(values: Partial<WebhookTyped>): void
  add(): Promise<void>
  /** Switches the webhook on or off, also on again after a pause. */
  turn(webhook: WebhookProgress, isOn: boolean): Promise<void>
  rotate(id: string): Promise<void>
  test(id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Forgets the secret, after it was copied and when the screen is left. */
  hide(): void
}

const nothingTyped: WebhookTyped = { url: '', events: ['audit'], actions: '' }

/** Webhooks of the tenant. `core.lazily(createWebhooksStore)`. */
export function createWebhooksStore({ client, feedback, say }: LazyParts): WebhooksStore {
  const store = createStore<WebhooksState>(() => ({
    status: 'loading',
    webhooks: [],
    secret: undefined,
    typed: nothingTyped,
    errors: {},
    isBusy: false,
  }))
  async function fetch(): Promise<void> {
    const answer = await client.call(listWebhooks)
    if (answer.ok) return store.setState({ status: 'ready', webhooks: answer.value.webhooks })
    feedback.reportLoad(answer.problem)
    store.setState({ status: 'failed' })
  }
  /** One call at a time; then the list is read again. */
  async function during(work: () => Promise<void>): Promise<void> {
    if (store.getState().isBusy) return
    feedback.clear()
    store.setState({ isBusy: true, errors: {} })
    await work()
    store.setState({ isBusy: false })
    await fetch()
  }
  const showErrors = (found: readonly { readonly fieldID?: string | undefined; readonly sentence: string }[]) => {
    const named = found.map(({ fieldID = '', sentence }) => [fieldID.split('.')[0] ?? '', sentence] as const)
    store.setState({ errors: Object.fromEntries(named) })
  }
  const refuse = (problem: Problem) => {
    const details = problem.kind === 'expected' ? problem.details : []
    if (details.length === 0) return feedback.report(problem)
    showErrors(details.map(({ fieldID, errorMessage }) => ({ fieldID, sentence: errorMessage })))
  }
  return {
    ...store,
    fetch,
    type: (values) => store.setState(({ typed }) => ({ typed: { ...typed, ...values }, errors: {} })),
    async add() {
      const body = webhookInputOf({ ...store.getState().typed, enabled: true })
      const violations = violationsOf(WebhookInput, body)
      if (violations.length > 0)
        return showErrors(
          violations.map(({ fieldID, errorID }) => ({ fieldID, sentence: say(errorID as 'WEBHOOK_URL_REQUIRED') })),
        )
      await during(async () => {
        const answer = await client.call(createWebhook, { body })
        if (!answer.ok) return refuse(answer.problem)
        store.setState({ secret: answer.value.secret, typed: nothingTyped })
        feedback.openSuccess(say('webhooks.created'))
      })
    },
    turn: ({ id, url, events, actions }, enabled) =>
      during(async () => {
        const answer = await client.call(updateWebhook, { params: { id }, body: { url, events, actions, enabled } })
        if (answer.ok) feedback.openSuccess(say('webhooks.updated'))
        else feedback.report(answer.problem)
      }),
    rotate: (id) =>
      during(async () => {
        const answer = await client.call(rotateWebhookSecret, { params: { id } })
        if (!answer.ok) return feedback.report(answer.problem)
        const { secret, webhook } = answer.value
        store.setState({ secret })
        feedback.openSuccess(say('webhooks.rotated', { until: webhook.previousSecretUntil ?? '' }))
      }),
    test: (id) =>
      during(async () => {
        const answer = await client.call(testWebhook, { params: { id } })
        if (!answer.ok) return feedback.report(answer.problem)
        const { failure } = answer.value
        if (failure === null) feedback.openSuccess(say('webhooks.tested'))
        else feedback.report(refusal(say(`webhooks.failure.${failure.kind}`, { status: failure.status ?? 0 })))
      }),
    remove: (id) =>
      during(async () => {
        const answer = await client.call(deleteWebhook, { params: { id } })
        const isGone = !answer.ok && answer.problem.kind === 'expected' && answer.problem.status === 404
        if (answer.ok || isGone) feedback.openSuccess(say('webhooks.deleted'))
        else feedback.report(answer.problem)
      }),
    hide: () => store.setState({ secret: undefined }),
  }
}

/** A problem for a test whose call succeeded but whose receiver failed. */
function refusal(errorMessage: string): Problem {
  return { kind: 'expected', status: 200, code: '', errorMessage, details: [] }
}
