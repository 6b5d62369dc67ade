import {
  actionInWords,
  actorKindInWords,
  auditHistoryPath,
  auditList as listedAudit,
  auditNoun,
  changesInWords,
  kindInWords,
  historyOf,
  listOf,
  type AuditFilter,
  type AuditRow,
  type Words,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { changeLines } from './change-lines.ts'
import { takeBack } from './take-back.ts'
import { fieldsInWords } from '../in-words.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

/** The audit log, or the history of one object: `/` searches the rows read, `s` asks the server. */
export function auditView(app: App, { target }: Extract<Place, { view: 'audit' }>): View {
  const list = listOf(app.core, listedAudit)
  const { words } = app
  const own: AuditFilter = target === undefined ? {} : historyOf(target)
  const named = fieldsInWords(words)
  const searched = () => {
    const { filter } = list.getState()
    // The list is one for all objects: a search in the history of another one is not repeated here.
    return filter.target === own.target ? (filter.search ?? '') : ''
  }
  const search = (text: string) => list.change({ filter: { ...own, search: text.trim() || undefined } })
  return nounListView(app, {
    noun: auditNoun,
    columns: (width) => named(width < 100 ? ['at', 'action', 'target'] : auditNoun.columns),
    list,
    filter: () => ({ ...own, search: searched() || undefined }),
    empty: () => words.say(searched() === '' ? 'audit.none' : 'audit.noMatch'),
    crumbs: () => [words.say('audit.title'), target?.name, searched()].flatMap((one) => one || []),
    command: () => ['audit', 'list', ...(target === undefined ? [] : ['--kind', target.kind, '--target', target.id])],
    webPath: () => (target === undefined ? '/portal/admin/audit' : auditHistoryPath(target)),
    bindings: (cursor) => {
      const noRow = () => (cursor.current() === undefined ? words.say('audit.none') : undefined)
      return [
        {
          id: 'audit.open',
          keys: ['enter', 'e'],
          label: 'Before and after',
          refused: noRow,
          run() {
            const row = cursor.current()
            if (row !== undefined)
              app.openDialog(textDialog(app, { title: titleOf(row, words), lines: () => linesOf(row, words) }))
          },
        },
        {
          id: 'audit.target',
          keys: ['w'],
          label: 'Go there',
          refused: () => noRow() ?? (placeOf(cursor.current()) === undefined ? 'It has no screen.' : undefined),
          run() {
            const place = placeOf(cursor.current())
            if (place !== undefined) app.go(place)
          },
        },
        {
          id: 'audit.revert',
          keys: ['t'],
          label: words.say('audit.revert'),
          refused: () => noRow() ?? app.tenantRefusal(),
          run() {
            const row = cursor.current()
            return row === undefined ? undefined : takeBack(app, row, () => list.refresh())
          },
        },
        { id: 'audit.search', keys: ['s'], label: 'Search', run: () => askForSearch() },
        {
          id: 'audit.more',
          keys: ['m'],
          label: words.say('audit.older'),
          refused: () => (list.getState().hasNext ? undefined : 'These are all of them.'),
          run: () => list.next(),
        },
      ]
    },
  })

  function askForSearch(): void {
    app.openDialog(
      typedDialog(app, {
        title: words.say('audit.title'),
        lines: [words.say('audit.search')],
        label: 'Search',
        action: 'Search',
        start: searched(),
        run: async (typed) => {
          app.closeDialog()
          await search(typed)
        },
      }),
    )
  }
}

function titleOf({ action, target }: AuditRow, words: Words): string {
  const name = target.name ?? target.id ?? kindInWords(target.kind, words)
  return neutralise(`${actionInWords(action, words)}: ${name}`)
}

/** The fields that differ: what went with a minus, what came with a plus. */
function linesOf(entry: AuditRow, words: Words): readonly string[] {
  const { actor, at, requestId } = entry
  const changes = changeLines(changesInWords(entry, words))
  const none = changes.length === 0 ? [words.say('audit.noChanges')] : []
  const who = `${actor.name} (${actorKindInWords(actor.kind, words)}), ${at}, ${requestId}`
  return [who, '', ...changes, ...none].map(neutralise)
}

/** The screen of what was changed, where it has one that needs no environment. */
function placeOf(row: AuditRow | undefined): Place | undefined {
  const id = row?.target.id
  if (row === undefined || id == null) return undefined
  if (row.target.kind === 'identity-provider') return { view: 'identity-provider', id }
  if (row.target.kind === 'person' || row.target.kind === 'user') return { view: 'person', id }
  if (row.target.kind === 'tenant-role') return { view: 'roles' }
  return row.target.kind === 'environment' ? { view: 'environments' } : undefined
}
