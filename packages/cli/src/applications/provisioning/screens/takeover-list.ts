import {
  approvalInWords,
  approvalQuestion,
  approveListed,
  fieldOf,
  isApprovable,
  listOf,
  provisioningScope,
  takeoverList,
  takeoverNoun,
  takeoverStateInWords,
  type Takeover,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

type Place = Extract<EnvironmentPlace, { view: 'provisioning-taken' }>

/** People and groups whose name an existing account of an application has, and which of them may take it over. */
export function takeovers(app: App, { environmentId, app: named }: Place): View {
  const { words, core } = app
  const list = listOf(core, takeoverList)
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  const params = { envId: environmentId, appId: named.id }

  async function approve(rows: readonly Takeover[]): Promise<void> {
    const { feedback, client } = core
    feedback.clear()
    const approval = await approveListed(client, params, rows)
    if (approval.problem !== undefined) feedback.report(approval.problem)
    else if (approval.changed.length > 0) app.say(approvalInWords(approval, words))
    else feedback.openSuccess(approvalInWords(approval, words))
    list.clearSelection()
    await list.refreshQuietly()
  }

  function ask(rows: readonly Takeover[]): void {
    const place = { application: named.label, environment: environmentName() }
    app.openDialog(
      questionDialog(app, {
        title: words.say('provisioning.approve'),
        lines: () => [neutralise(approvalQuestion(rows, place, words))],
        action: words.say('provisioning.approve'),
        run: () => approve(rows),
      }),
    )
  }

  const approvable = (cursor: ListCursor<Takeover>) => {
    const row = cursor.current()
    const marked = cursor.marked()
    return (marked.length > 0 ? marked : row === undefined ? [] : [row]).filter(isApprovable)
  }
  const none = () => words.say('provisioning.takeoversNone')
  return nounListView(app, {
    noun: takeoverNoun,
    list,
    scope: provisioningScope(params),
    canMark: true,
    columns: (width) => columns(app, width),
    about: () => words.say('provisioning.takeoversLead'),
    empty: none,
    crumbs: () => [
      environmentName(),
      neutralise(named.label),
      words.say('provisioning.title'),
      words.say('provisioning.takeovers'),
    ],
    command: () => ['provisioning', 'taken', '--env', environmentName(), '--app', named.urn ?? named.id],
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(named.id)}?tab=provisioning`,
    bindings: (cursor) => [
      {
        id: 'takeover.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? none() : undefined),
        run() {
          const row = cursor.current()
          if (row !== undefined)
            app.openDialog(textDialog(app, { title: neutralise(row.name), lines: () => linesOf(app, row) }))
        },
      },
      {
        id: 'takeover.approve',
        keys: ['a'],
        label: words.say('provisioning.approve'),
        refused: () =>
          app.writeRefusal(environmentId) ??
          (approvable(cursor).length === 0 ? words.say('provisioning.approveNone') : undefined),
        run: () => ask(approvable(cursor)),
      },
      {
        id: 'takeover.mark-all',
        keys: ['*'],
        label: words.say('provisioning.markAll'),
        refused: () => (cursor.current() === undefined ? none() : undefined),
        run: async () => void (await list.selectMatching()),
      },
    ],
  })
}

/** Everything about one of them: whose account it is, since when, and who would get it. */
function linesOf(app: App, row: Takeover): string[] {
  const { words } = app
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const line = (name: string) => {
    const field = fieldOf(takeoverNoun, name)
    const value = field?.value(row) ?? null
    if (field === undefined || value === null) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [`${words.text(field.label)}: ${field.kind === 'time' ? time.format(new Date(text)) : neutralise(text)}`]
  }
  return [
    takeoverStateInWords(row, words),
    '',
    ...['displayName', 'provider'].flatMap(line),
    '',
    ...['accountName', 'accountUserName', 'accountId', 'accountExternalId'].flatMap(line),
    ...['createdAt', 'modifiedAt', 'foundAt', 'approvedAt'].flatMap(line),
  ]
}

function columns(app: App, width: number): readonly Column<Takeover>[] {
  const own = (...names: readonly string[]) => names.flatMap((name) => fieldOf(takeoverNoun, name) ?? [])
  const state = own('state').map(({ name, label, kind, summary }): Column<Takeover> => ({
    name,
    label,
    kind,
    summary,
    value: (row) => takeoverStateInWords(row, app.words),
  }))
  if (width < 90) return [...own('name'), ...state, ...own('accountName')]
  return [...own('name', 'provider'), ...state, ...own('accountName', 'accountId', 'createdAt', 'modifiedAt')]
}
