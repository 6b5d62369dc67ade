import { createSignInRecords, signInCodeIn, signInNoun, type SignInSummary } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { View } from '../../terminal/app/view.ts'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'
import type { Binding } from '../../terminal/focus/binding.ts'
import type { List } from '../../terminal/list/list.ts'
import { nounListView } from '../../terminal/list/noun-list-view.tsx'
import { signInColumns } from './sign-in-columns.ts'
import { filterFlags, filterTexts, isFiltered, nextFilter, outcomeText } from './sign-in-filter.ts'

const none: readonly SignInSummary[] = []

/** The flight recorder's list, newest first: `/` filters the loaded rows, `f` and `s` query the server. */
export function signInList(app: App): View {
  const records = app.core.lazily(createSignInRecords)
  const { words } = app
  const filter = () => records.getState().filter
  const noneText = () => words.say(isFiltered(filter()) ? 'signIns.noMatch' : 'signIns.none')

  const view = nounListView<SignInSummary>(app, {
    noun: signInNoun,
    columns: (width) => signInColumns(words, app.core.clock.now(), width),
    rows: () => records.getState().signIns ?? none,
    idOf: (row) => row.code,
    isFetching: () => records.getState().isFetching,
    isLoaded: () => records.getState().signIns !== undefined,
    stores: [records],
    empty: noneText,
    canMark: false,
    ownSort: '-at',
    memory: 'sign-ins',
    crumbs: () => [signInNoun.labelPlural, ...filterTexts(records.getState(), words)],
    command: () => ['sign-in', 'list', ...filterFlags(filter())],
    webPath: () => '/portal/admin/sign-ins',
    // Keeps the previous filter, as all lists do.
    open: () => records.fetch(filter()),
    bindings: (list) => bindings(list),
  })
  return { ...view, find: (text) => find(text) }

  function bindings(list: List<SignInSummary>): readonly Binding[] {
    const noRow = () => (list.current() === undefined ? noneText() : undefined)
    return [
      {
        id: 'sign-in.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: noRow,
        run: () => {
          const row = list.current()
          if (row !== undefined) app.go({ view: 'sign-in', code: row.code })
        },
      },
      ...(isFiltered(filter())
        ? [{ id: 'sign-in.all', keys: ['esc'], label: 'Show all', run: () => records.fetch({}) }]
        : []),
      { id: 'sign-in.code', keys: ['c'], label: 'Code', run: requestCode },
      {
        id: 'sign-in.outcome',
        keys: ['f'],
        label: `Show: ${outcomeText(nextFilter(filter()), words)}`,
        run: () => records.fetch(nextFilter(filter())),
      },
      { id: 'sign-in.search', keys: ['s'], label: 'Search', run: requestSearch },
      {
        id: 'sign-in.more',
        keys: ['m'],
        label: 'More',
        refused: () => (records.getState().next === null ? 'These are all of them.' : undefined),
        run: () => records.fetchMore(),
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
          await records.fetch({ ...filter(), search: search === '' ? undefined : search })
        },
      }),
    )
  }

  /** `:sign-in K7QF-2M9X` opens that sign-in; any other text is a search. */
  async function find(text: string): Promise<void> {
    const code = signInCodeIn(text)
    if (code !== undefined) return app.go({ view: 'sign-in', code })
    await records.fetch({ ...filter(), search: text })
  }
}

/** The same list with the attempts at one provider. */
export function goToSignInsOf(app: App, idp: string): void {
  app.core.lazily(createSignInRecords).setState({ filter: { idp }, signIns: undefined })
  app.go({ view: 'sign-ins' })
}
