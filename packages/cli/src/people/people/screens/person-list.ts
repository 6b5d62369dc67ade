import {
  fieldOf,
  identityProviderList,
  listOf,
  personList as listedPeople,
  personNoun,
  type Person,
  type PersonFilter,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { personActions } from './person-actions.ts'
import { filterFlags, nextState, stateText } from './person-filter.ts'

const narrow = ['name', 'username', 'state']
/** Cells from which the provider and the last sign-in have room. */
const wideFrom = 80
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(personNoun, name) ?? [])

/** The people of the tenant: `/` searches on the server, `f` and `p` filter there, Enter shows one. */
export function personList(app: App): View {
  const { words, core } = app
  const list = listOf(core, listedPeople)
  const providers = listOf(core, identityProviderList)
  const filter = () => list.getState().filter
  const show = (wanted: PersonFilter) => list.change({ filter: wanted })
  const isFiltered = () => filter().state !== undefined || filter().idp !== undefined
  const provider = () => {
    const { idp } = filter()
    return idp === undefined ? undefined : (providers.getState().held?.find(({ id }) => id === idp)?.name ?? idp)
  }
  const empty = () => words.say(isFiltered() ? 'people.noMatch' : 'people.none')

  return nounListView(app, {
    noun: personNoun,
    columns: (width) => named(width < wideFrom ? narrow : personNoun.columns),
    list,
    stores: [providers],
    empty,
    crumbs: () => [
      app.words.text(personNoun.labelPlural),
      ...[provider() ?? []].flat().map(neutralise),
      ...(filter().state === undefined ? [] : [stateText(filter(), words)]),
    ],
    command: () => ['person', 'list', ...filterFlags(filter(), provider(), list.getState().search)],
    webPath,
    opened: () => (providers.getState().held === undefined ? providers.open('') : undefined),
    bindings,
  })

  function webPath(): string {
    const { search, sort } = list.getState()
    const { idp = '', state = '' } = filter()
    const filled = Object.entries({ q: search, idp, state, sort }).filter(([, value]) => value !== '')
    const query = new URLSearchParams(filled).toString()
    return `/portal/admin/people${query === '' ? '' : `?${query}`}`
  }

  function bindings(cursor: ListCursor<Person>): readonly Binding[] {
    return [
      {
        id: 'person.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? empty() : undefined),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'person', id: row.id })
        },
      },
      ...(isFiltered() ? [{ id: 'person.all', keys: ['esc'], label: 'Show all', run: () => show({}) }] : []),
      {
        id: 'person.state',
        keys: ['f'],
        label: words.say('tui.show', { what: stateText(nextState(filter()), words) }),
        run: () => show(nextState(filter())),
      },
      { id: 'person.provider', keys: ['p'], label: words.say('groups.provider'), run: pickProvider },
      ...personActions(app, { current: () => cursor.current(), none: empty, done: () => undefined }),
    ]
  }

  function pickProvider(): void {
    const rows = providers.getState().held ?? []
    app.openDialog(
      pickDialog(app, {
        title: words.say('groups.provider'),
        action: 'Show its people',
        items: [
          { id: '', label: words.say('signIns.all') },
          ...rows.map(({ id, name }) => ({ id, label: neutralise(name) })),
        ],
        pick: ([id = '']) => {
          app.closeDialog()
          const { idp: _idp, ...rest } = filter()
          return show(id === '' ? rest : { ...rest, idp: id })
        },
      }),
    )
  }
}
