import {
  fieldOf,
  listOf,
  provisioningBehindList,
  provisioningChangeInWords,
  provisioningFailureInWords,
  provisioningObjectNoun,
  provisioningScope,
  type ProvisioningObject,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

type Place = Extract<EnvironmentPlace, { view: 'provisioning-behind' }>

/** People and groups that are not up to date in an application, people first. */
export function provisioningBehind(app: App, { environmentId, app: named }: Place): View {
  const { words, core } = app
  const list = listOf(core, provisioningBehindList)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  return nounListView(app, {
    noun: provisioningObjectNoun,
    list,
    scope: provisioningScope({ envId: environmentId, appId: named.id }),
    columns: (width) => columns(app, width),
    detail: (row) => neutralise(whyOf(app, row) ?? ''),
    empty: () => words.say('provisioning.behindNone'),
    crumbs: () => [
      environmentName(),
      neutralise(named.label),
      words.say('provisioning.title'),
      words.say('provisioning.behind'),
    ],
    command: () => ['provisioning', 'behind', '--env', environmentName(), '--app', named.urn ?? named.id],
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(named.id)}?tab=provisioning`,
    bindings: (cursor) => [
      {
        id: 'provisioning-behind.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? words.say('provisioning.behindNone') : undefined),
        run() {
          const row = cursor.current()
          if (row !== undefined)
            app.openDialog(textDialog(app, { title: neutralise(row.name), lines: () => linesOf(app, row) }))
        },
      },
    ],
  })
}

/** Everything about one of them: a list may be too narrow for what the application says. */
function linesOf(app: App, row: ProvisioningObject): string[] {
  const { words } = app
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const labelOf = (name: string) => words.text(fieldOf(provisioningObjectNoun, name)?.label ?? name)
  const why = whyOf(app, row)
  return [
    `${words.say(`provisioning.kind.${row.kind}`)} · ${provisioningChangeInWords(row.change, words)}`,
    `${labelOf('attempts')}: ${new Intl.NumberFormat(words.locale).format(row.attempts)}`,
    `${labelOf('nextAttemptAt')}: ${time.format(new Date(row.nextAttemptAt))}`,
    ...(why === null ? [] : ['', neutralise(why)]),
  ]
}

function whyOf({ words }: App, { lastFailure }: ProvisioningObject): string | null {
  return lastFailure === null ? null : provisioningFailureInWords(lastFailure, words)
}

function columns(app: App, width: number): readonly Column<ProvisioningObject>[] {
  const { words } = app
  const own = (...names: readonly string[]) => names.flatMap((name) => fieldOf(provisioningObjectNoun, name) ?? [])
  const text = (name: string, value: Column<ProvisioningObject>['value']): Column<ProvisioningObject>[] =>
    own(name).map(({ name: id, label, kind, summary }) => ({ name: id, label, kind, summary, value }))
  const kind = text('kind', (row) => words.say(`provisioning.kind.${row.kind}`))
  const change = text('change', (row) => provisioningChangeInWords(row.change, words))
  const failure = text('lastFailure', (row) => whyOf(app, row))
  return width < 90
    ? [...own('name'), ...change, ...failure]
    : [...own('name'), ...kind, ...change, ...own('attempts', 'nextAttemptAt'), ...failure]
}
