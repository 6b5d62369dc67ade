import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { Webhook } from './contract.ts'
import { webhookEvents, type WebhookEvent, type WebhookInput } from './rules.ts'

export type WebhookValues = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Separated by spaces or commas; empty: all. */
  readonly actions: string
  readonly enabled: boolean
}
export type WebhookField = keyof WebhookValues

/** In the order of the form. */
export const webhookFields = ['url', 'events', 'actions', 'enabled'] as const satisfies readonly WebhookField[]

/** `fetched` is what discard returns to. */
export type WebhookForm = { readonly values: WebhookValues; readonly fetched: WebhookValues }

const empty: WebhookValues = { url: '', events: ['audit'], actions: '', enabled: true }

export function createWebhookForm(): EditedForm<WebhookForm, Webhook> & {
  set(values: Partial<WebhookValues>): void
} {
  const store = createStore<WebhookForm>(() => ({ values: empty, fetched: empty }))
  return {
    ...store,
    set: (typed) => store.setState(({ values }) => ({ values: { ...values, ...typed } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    becomeNew: () => store.setState({ fetched: empty }),
    saved(stored) {
      const fetched = valuesOf(stored)
      store.setState({ values: fetched, fetched })
    },
    readAgain(stored, sent) {
      const { values, fetched: before } = store.getState()
      const base = sent?.values ?? before
      const fetched = valuesOf(stored)
      const typed = webhookFields.filter((name) => shown(values)[name] !== shown(base)[name])
      const kept = Object.fromEntries(typed.map((name) => [name, values[name]])) as Partial<WebhookValues>
      store.setState({ fetched, values: { ...fetched, ...kept } })
    },
  }
}

/** What would be sent. */
export function webhookInputOf({ url, events, actions, enabled }: WebhookValues): WebhookInput & {
  readonly actions: string[]
  readonly enabled: boolean
} {
  return {
    url: url.trim(),
    events: webhookEvents.filter((event) => events.includes(event)),
    actions: actions.split(/[\s,]+/).filter((part) => part !== ''),
    enabled,
  }
}

/** The fields that a save would change. */
export function changedWebhookFields({ values, fetched }: WebhookForm): readonly WebhookField[] {
  const [after, before] = [shown(values), shown(fetched)]
  return webhookFields.filter((name) => after[name] !== before[name])
}

/** As texts, to compare. */
function shown(values: WebhookValues): Readonly<Record<WebhookField, string>> {
  const { url, events, actions, enabled } = webhookInputOf(values)
  return { url, events: events.join(' '), actions: actions.join(' '), enabled: String(enabled) }
}

function valuesOf({ url, events, actions, enabled }: Webhook): WebhookValues {
  return { url, events, actions: actions.join(' '), enabled }
}
