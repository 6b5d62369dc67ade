import {
  fieldOf,
  listOf,
  scimInboxOf,
  scimRequestList,
  scimRequestNoun,
  type ScimRequestFilter,
  type ScimRequestSummary,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { outcomeOf } from './done-by.ts'
import { providerNamed } from './provider-name.ts'
import { requestDialog } from './request-dialog.ts'
import { inboxBindings } from './scim-view.ts'

const filters: readonly ScimRequestFilter['only'][] = [undefined, 'changed', 'failed']

/** What the directory of one identity provider has sent, the newest first. */
export function inboxList(app: App, id: string): View {
  const { words, core } = app
  const list = listOf(core, scimRequestList)
  const provider = providerNamed(app, id)
  const only = () => (list.getState().scope === id ? list.getState().filter.only : undefined)
  const next = () => filters[(filters.indexOf(only()) + 1) % filters.length]
  const nameOf = (filter: ScimRequestFilter['only']) => words.say(`scimInbox.only.${filter ?? 'all'}`)
  const filterName = () => (only() === undefined ? [] : [nameOf(only())])
  const none = () => words.say(only() === undefined ? 'scimInbox.none' : 'scimInbox.noneFound')
  return nounListView(app, {
    noun: scimRequestNoun,
    list,
    scope: id,
    stores: [provider.list],
    filter: () => ({ only: only() }),
    columns: (width) => columns(app, width),
    detail: (row) => neutralise(outcomeOf(app, row)),
    empty: none,
    crumbs: () => [provider.title(), words.say('scimInbox.title'), ...(app.layout().isCompact ? [] : filterName())],
    // A small window has no room for it in its title.
    about: () => (app.layout().isCompact ? filterName().join('') : ''),
    command: () => {
      const filter = only()
      return ['scim', 'requests', '--idp', provider.argument(), ...(filter === undefined ? [] : [`--${filter}`])]
    },
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/scim/requests`,
    opened: () => provider.load(),
    bindings: (cursor) => [
      {
        id: 'scim-request.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? none() : undefined),
        async run() {
          const row = cursor.current()
          if (row === undefined) return
          const store = scimInboxOf(core, id)
          await store.open(row.id)
          const { request } = store.getState()
          store.close()
          if (request !== undefined) app.openDialog(requestDialog(app, request))
        },
      },
      {
        id: 'scim-request.filter',
        keys: ['f'],
        label: words.say('tui.show', { what: nameOf(next()) }),
        run: () => list.change({ filter: { only: next() } }),
      },
      ...(only() === undefined
        ? []
        : [{ id: 'scim-request.all', keys: ['esc'], label: 'Show all', run: () => list.change({ filter: {} }) }]),
      ...inboxBindings(app, id),
    ],
  })
}

function columns(app: App, width: number): readonly Column<ScimRequestSummary>[] {
  const own = (...names: readonly string[]) => names.flatMap((name) => fieldOf(scimRequestNoun, name) ?? [])
  const dialect = own('dialect').map(({ name, label, summary }) => ({
    name,
    label,
    summary,
    kind: 'text' as const,
    value: (row: ScimRequestSummary) => app.words.say(`scimInbox.dialect.${row.dialect}`),
  }))
  const done: Column<ScimRequestSummary> = {
    name: 'changed',
    label: 'Changed',
    kind: 'text',
    summary: 'What it changed, or why it was refused',
    value: (row) => outcomeOf(app, row),
  }
  return width < 100
    ? own('at', 'method', 'path', 'status')
    : [...own('at', 'method', 'path', 'status'), ...dialect, done]
}
