import { fieldOf, type Field, type List as PagedList, type Noun } from '@portico/core'
import { useStore } from 'zustand'

import { cellText } from '../../output/cell.ts'
import type { App } from '../app/app.ts'
import type { View } from '../app/view.ts'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'
import { markBindings, moveBindings } from './list-bindings.ts'
import { createList, type List } from './list.ts'
import { Table } from './table.tsx'

export type NounListOptions<Row> = {
  readonly noun: Noun<Row>
  /** Columns that fit a screen of so many cells better than those of the noun: fields of it, or made from several. */
  readonly columns?: ((width: number) => readonly Field<Row>[]) | undefined
  readonly rows: () => readonly Row[]
  /** Where the server pages the rows: the list that `rows` are the window of. */
  readonly paged?: PagedList<Row> | undefined
  readonly idOf: (row: Row) => string
  readonly isFetching: () => boolean
  /** false: no answer came yet, or none that could be used; then nothing is said about what is not there. */
  readonly isLoaded?: (() => boolean) | undefined
  /** Stores that the rows come from. */
  readonly stores: readonly Watched[]
  /** Said where there are no rows. */
  readonly empty: () => string
  readonly canMark: boolean
  /** Under which cursor and filter are kept until one comes back. */
  readonly memory: string
  readonly bindings: (list: List<Row>) => readonly Binding[]
  readonly crumbs: () => readonly string[]
  readonly command: () => string
  readonly webPath: () => string
  readonly open: () => Promise<void>
}

/** The list of a noun, made from its description in core: columns, cells and what a filter looks at. */
export function nounListView<Row>(app: App, options: NounListOptions<Row>): View {
  const { noun, idOf, rows, isFetching } = options
  const empty = () => (options.isLoaded?.() === false ? app.words.say('error.notLoaded.title') : options.empty())
  const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(noun, name) ?? [])
  const columns = options.columns ?? (() => named(noun.columns))
  const fields = columns(Infinity)
  const searched = [...new Set([...fields, ...named([...noun.columns, ...noun.wideColumns])])].filter(
    ({ kind }) => kind !== 'time',
  )
  const list = createList<Row>({
    source: rows,
    idOf,
    textOf: (row) => searched.map((field) => cellText(field, row, 0)).join(' '),
    height: () => app.layout().tableHeight,
    paged: options.paged,
  })
  const remembered = app.remembered.get(options.memory)
  if (remembered !== undefined) list.setState(remembered)
  const line = createLine({ value: list.getState().filter, changed: (text) => list.setFilter(text) })
  const clear = () => line.set('')

  function Body({ width, height }: { width: number; height: number }) {
    useStore(app.state)
    useWatched(options.stores)
    const { busy } = useStore(app.work)
    // What comes before the rows, e.g. who one is and where, is part of loading them.
    const isLoading = isFetching() || (busy > 0 && options.isLoaded?.() === false)
    return <Table {...{ list, idOf, width, height }} fields={columns(width)} empty={empty()} isFetching={isLoading} />
  }

  return {
    Body,
    crumbs: options.crumbs,
    webPath: options.webPath,
    open: options.open,
    close: () => void app.remembered.set(options.memory, { ...list.getState(), marks: new Set<string>() }),
    command: () => options.command(),
    filter: { line, clear },
    watched: [list, ...options.stores],
    spoken: () => {
      const current = list.current()
      if (current === undefined) return [list.total() === 0 ? empty() : 'Nothing matches.']
      const cells = fields.map((field) => `${field.label}: ${cellText(field, current, app.core.clock.now())}`)
      const { index, marks } = list.getState()
      const marked = marks.has(idOf(current)) ? ['marked'] : []
      return [[...cells, ...marked, `${index + 1} of ${list.count()}`].join(', ')]
    },
    layer: {
      name: noun.plural,
      isModal: false,
      bindings: () => [
        ...options.bindings(list),
        ...(options.canMark ? markBindings(list) : []),
        ...moveBindings(list),
        {
          id: 'list.show-all',
          keys: ['esc'],
          label: 'Show all',
          refused: () => (line.getState().value === '' ? 'The list is not filtered.' : undefined),
          run: clear,
          hint: true,
        },
      ],
    },
  }
}
