import type { EditedField } from '../../kit/editing/fields-editor.ts'
import { shellFlag } from '../../kit/nouns/shell-text.ts'
import { webhookEvents, type WebhookEvent, type WebhookInput } from './rules.ts'

export type WebhookValues = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Separated by spaces or commas; empty: all. */
  readonly actions: string
  readonly enabled: boolean
}

/** In the order of the form. */
export const webhookFields: readonly EditedField<WebhookValues>[] = [
  { name: 'url', label: 'webhooks.url' },
  {
    name: 'events',
    label: 'webhooks.events',
    lines: (values) => webhookInputOf(values).events,
    shown: (events, say) => events.map((event) => say(`webhooks.event.${event as WebhookEvent}`)),
    options: (events) => [shellFlag('events', events.join(','))],
  },
  {
    name: 'actions',
    label: 'webhooks.actions',
    lines: (values) => webhookInputOf(values).actions,
    options: (actions, isNew) =>
      actions.length === 0 && !isNew ? ['--all-actions'] : actions.map((action) => shellFlag('action', action)),
  },
  {
    name: 'enabled',
    kind: 'switch',
    label: 'webhooks.enabled',
    isSetLater: true,
    shown: ([isOn], say) => [say(isOn === 'true' ? 'webhooks.state.on' : 'webhooks.state.off')],
    options: ([isOn]) => [isOn === 'true' ? '--on' : '--off'],
  },
]

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
