import {
  listOf,
  signInCodeIn,
  signInList as listedSignIns,
  signInNoun,
  type SignInFilter,
  type SignInSummary,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { signInColumns } from './sign-in-columns.ts'
import { filterFlags, filterTexts, isFiltered, nextFilter, outcomeText } from './sign-in-filter.ts'

/** The flight recorder's list, newest first: `/` filters the loaded rows, `f` and `s` query the server. */
export function signInList(app: App): View {
  const list = listOf(app.core, listedSignIns)
  const { words } = app
  const filter = () => list.getState().filter
  const show = (wanted: SignInFilter) => list.change({ filter: wanted })
  const noneText = () => words.say(isFiltered(filter()) ? 'signIns.noMatch' : 'signIns.none')

  const view = nounListView(app, {
    noun: signInNoun,
    columns: (width) => signInColumns(words, app.core.clock.now(), width),
    list,
    empty: noneText,
    crumbs: () => [app.words.text(signInNoun.labelPlural), ...filterTexts(list.getState(), words)],
    command: () => ['sign-in', 'list', ...filterFlags(filter())],
    webPath: () => '/portal/admin/sign-ins',
    bindings: (cursor) => bindings(cursor),
  })
  return { ...view, find: (text) => find(text) }

  function bindings(cursor: ListCursor<SignInSummary>): readonly Binding[] {
    const noRow = () => (cursor.current() === undefined ? noneText() : undefined)
    return [
      {
        id: 'sign-in.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: noRow,
        run: () => {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'sign-in', code: row.code })
        },
      },
      ...(isFiltered(filter()) ? [{ id: 'sign-in.all', keys: ['esc'], label: 'Show all', run: () => show({}) }] : []),
      { id: 'sign-in.code', keys: ['c'], label: 'Code', run: requestCode },
      {
        id: 'sign-in.outcome',
        keys: ['f'],
        label: words.say('tui.show', { what: outcomeText(nextFilter(filter()), words) }),
        run: () => show(nextFilter(filter())),
      },
      { id: 'sign-in.search', keys: ['s'], label: 'Search', run: requestSearch },
      {
        id: 'sign-in.more',
        keys: ['m'],
        label: 'More',
        refused: () => (!list.getState().hasNext ? 'These are all of them.' : undefined),
        run: () => list.next(),
      },
    ]
  }

  function requestCode(): void {
    app.openDialog(
      typedDialog(app, {
        title: words.say('signIns.lookUp'),
        lines: ['The person who could not sign in has it on the screen.'],
        label: words.say('signIns.code'),
        action: words.say('signIns.lookUp'),
        run: (typed) => {
          const code = signInCodeIn(typed)
          if (code === undefined) return app.say(words.say('signIns.codeShape'))
          app.closeDialog()
          app.go({ view: 'sign-in', code })
        },
      }),
    )
  }

  function requestSearch(): void {
    app.openDialog(
      typedDialog(app, {
        title: words.say('signIns.search'),
        lines: ['All recorded sign-ins are searched. Nothing typed: all of them again.'],
        label: words.say('field.username'),
        action: 'Search',
        start: filter().search,
        run: async (search) => {
          app.closeDialog()
          await show({ ...filter(), search: search === '' ? undefined : search })
        },
      }),
    )
  }

  /** `:sign-in K7QF-2M9X` opens that sign-in; any other text is a search. */
  async function find(text: string): Promise<void> {
    const code = signInCodeIn(text)
    if (code !== undefined) return app.go({ view: 'sign-in', code })
    await show({ ...filter(), search: text })
  }
}
