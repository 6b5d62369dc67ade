import {
  createWebhooksStore,
  fieldOf,
  listOf,
  webhookList as listedWebhooks,
  webhookNoun,
  type WebhookProgress,
} from '@portico/core'

import { historyBinding } from '../../audit/screens/history-binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { hostOf } from '../host.ts'
import { failureOf, progressOf } from './webhook-progress.ts'
import { askForNewSecret, askToDeleteWebhook } from './webhook-questions.ts'

/** Minimum width in cells for the columns of deliveries. */
const deliveriesFrom = 90

/** Where the audit log and notices are sent, and how far each is; the line below says the row in sentences. */
export function webhookList(app: App): View {
  const { words, core } = app
  const list = listOf(core, listedWebhooks)
  const store = core.lazily(createWebhooksStore)
  const refused = () => app.tenantRefusal()

  return nounListView(app, {
    noun: webhookNoun,
    list,
    columns: (width) => columns(app, width),
    detail: (row) => progressOf(app, row).join(' · '),
    empty: () => words.say('webhooks.none'),
    crumbs: () => [words.text(webhookNoun.labelPlural)],
    command: () => ['webhook', 'list'],
    webPath: () => '/portal/admin/global-settings/security-settings/webhooks',
    bindings: (cursor) => {
      const noRow = () => (cursor.current() === undefined ? 'No webhook is selected.' : undefined)
      const onRow = (run: (row: WebhookProgress) => void | Promise<void>) => () => {
        const row = cursor.current()
        return row === undefined ? undefined : run(row)
      }
      /** A call, after which the rows are read again. */
      const during = (call: (row: WebhookProgress) => Promise<void>) =>
        onRow(async (row) => {
          await call(row)
          await list.refreshQuietly()
        })
      const changing = { refused: () => noRow() ?? refused() }
      return [
        {
          id: 'webhook.edit',
          keys: ['enter', 'e'],
          label: 'Open',
          refused: noRow,
          run: onRow(({ id }) => app.go({ view: 'webhook', id })),
        },
        {
          id: 'webhook.create',
          keys: ['c'],
          label: 'Create',
          refused,
          run: () => app.go({ view: 'webhook-create' }),
        },
        {
          id: 'webhook.test',
          keys: ['t'],
          label: words.say('webhooks.test'),
          ...changing,
          run: during(({ id }) => store.test(id)),
        },
        {
          id: 'webhook.turn',
          keys: ['s'],
          label: words.say(cursor.current()?.enabled === false ? 'webhooks.turnOn' : 'webhooks.turnOff'),
          ...changing,
          run: during((row) => store.turn(row, !row.enabled)),
        },
        {
          id: 'webhook.rotate',
          keys: ['r'],
          label: words.say('webhooks.rotate'),
          ...changing,
          run: onRow((row) => askForNewSecret(app, row)),
        },
        {
          id: 'webhook.delete',
          keys: ['d'],
          label: words.say('webhooks.delete'),
          ...changing,
          run: onRow((row) => askToDeleteWebhook(app, row)),
        },
        historyBinding(app, webhookNoun.name, () => {
          const row = cursor.current()
          return row && { id: row.id, name: hostOf(row.url) }
        }),
      ]
    },
  })
}

function columns(app: App, width: number): readonly Column<WebhookProgress>[] {
  const own = (...names: readonly string[]) => names.flatMap((name) => fieldOf(webhookNoun, name) ?? [])
  const failure: Column<WebhookProgress> = {
    name: 'lastFailure',
    label: 'Last failure',
    kind: 'text',
    summary: 'Why the last message was not accepted',
    value: (row) => failureOf(app, row) ?? null,
  }
  return width < deliveriesFrom
    ? own('url', 'state', 'backlog')
    : [...own('url', 'state', 'backlog', 'lastDeliveredAt', 'nextAttemptAt'), failure]
}
