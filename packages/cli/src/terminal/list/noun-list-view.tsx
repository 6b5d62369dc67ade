import { fieldOf, sortedRows, sortOf, type List as PagedList, type Noun } from '@portico/core'
import { useStore } from 'zustand'

import { cellText } from '../../output/cell.ts'
import type { App } from '../app/app.ts'
import { commandText } from '../app/command-text.ts'
import type { View } from '../app/view.ts'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'
import { markBindings, moveBindings } from './list-bindings.ts'
import { createListSort, type Column, type SortOptions } from './list-sort.ts'
import { createList, type List } from './list.ts'
import { Table } from './table.tsx'

export type NounListOptions<Row> = Pick<SortOptions<Row>, 'sorts' | 'ownSort'> & {
  readonly noun: Noun<Row>
  /** Columns for a given width instead of the noun's: its fields, or combinations of them. */
  readonly columns?: ((width: number) => readonly Column<Row>[]) | undefined
  readonly rows: () => readonly Row[]
  /** For rows paged by the server: the list of which `rows` are the loaded window. */
  readonly paged?: PagedList<Row> | undefined
  readonly idOf: (row: Row) => string
  readonly isFetching: () => boolean
  /** false: no valid response yet, so the empty message is not shown. */
  readonly isLoaded?: (() => boolean) | undefined
  /** Stores of the rows. */
  readonly stores: readonly Watched[]
  /** Shown if there are no rows. */
  readonly empty: () => string
  readonly canMark: boolean
  /** Key for keeping cursor and filter until the list is opened again. */
  readonly memory: string
  readonly bindings: (list: List<Row>) => readonly Binding[]
  readonly crumbs: () => readonly string[]
  readonly command: () => readonly string[]
  readonly webPath: () => string
  /** Loads the rows; for a paged list with its filter and order. */
  readonly open: (list: List<Row>) => Promise<void>
}

/** The list of a noun, generated from its description in core: columns, cells and filter texts. */
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
    order: (all, by) => {
      const wanted = sortOf(noun, by)
      return wanted === undefined ? all : sortedRows(all, wanted)
    },
  })
  const remembered = app.remembered.get(options.memory)
  if (remembered !== undefined) list.setState(remembered)
  const line = createLine({ value: list.getState().filter, changed: (text) => void list.setFilter(text) })
  const clear = () => {
    line.set('')
    return list.narrowed()
  }
  const sort = createListSort(app, list as unknown as List<unknown>, { ...options, columns: fields })

  /** Reloading keeps the cursor on its row, even if the row moved. */
  async function open(): Promise<void> {
    const row = list.current()
    await options.open(list)
    if (row !== undefined) list.select(idOf(row))
  }

  function Body({ width, height }: { width: number; height: number }) {
    useStore(app.state)
    useWatched(options.stores)
    const { busy } = useStore(app.work)
    // Loading the rows includes prerequisites, e.g. the caller and the environment.
    const isLoading = isFetching() || (busy > 0 && options.isLoaded?.() === false)
    return (
      <Table {...{ list, idOf, width, height, sort }} fields={columns(width)} empty={empty()} isFetching={isLoading} />
    )
  }

  return {
    Body,
    crumbs: options.crumbs,
    webPath: options.webPath,
    open,
    close: () => void app.remembered.set(options.memory, { ...list.getState(), marks: new Set<string>() }),
    command: () => commandText([...options.command(), ...sort.flags()]),
    filter: { line, clear, kept: () => list.narrowed() },
    watched: [list, ...options.stores],
    spoken: () => {
      const current = list.current()
      if (current === undefined) return [list.total() === 0 ? empty() : 'Nothing matches.']
      const cells = fields.map((field) => `${field.label}: ${cellText(field, current, app.core.clock.now())}`)
      const { index, marks } = list.getState()
      const marked = marks.has(idOf(current)) ? ['marked'] : []
      const sorted = sort.text() ?? []
      return [[...cells, ...marked, `${index + 1} of ${list.count()}`, sorted].flat().join(', ')]
    },
    layer: {
      name: noun.plural,
      isModal: false,
      bindings: () => [
        ...options.bindings(list),
        ...sort.bindings(),
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
