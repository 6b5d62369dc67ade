import { fieldOf, sortOf, type List, type ListQuery, type NoFilter, type Noun } from '@portico/core'
import { useList } from '@portico/core/react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { relativeTime } from '../../output/cell.ts'
import type { App } from '../app/app.ts'
import type { Place } from '../app/place.ts'
import { wrapWords } from '../../output/wrap.ts'
import { commandText } from '../app/command-text.ts'
import type { View } from '../app/view.ts'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'
import { cellIn } from './cell-in.ts'
import { backBinding, markBindings, moveBindings } from './list-bindings.ts'
import { createListCursor, firstDrawn, type ListCursor } from './list-cursor.ts'
import { columnsDialog } from './columns-dialog.ts'
import { createListSort, type Column } from './list-sort.ts'
import { changesText, joinedChanges, noChanges, rowChanges } from './row-changes.ts'
import { placeAmongMatches, columnAt, Table } from './table.tsx'

/** Lines of the longest sentence about a row in a narrow window, and the lines of a table from which they have room. */
const detailLinesMax = 3
const roomForDetail = 12

/** Cells from which sentences have a column. */
const sentencesFrom = 90

/** How long what changed stays marked. */
const changesShownMs = 10_000

export type NounListOptions<Row, Filter = NoFilter, Field extends string = string> = {
  readonly noun: Noun<NoInfer<Row>>
  readonly list: List<Row, Filter, Field>
  /** Where the rows live, such as an environment's id; '' for the tenant. */
  readonly scope?: string
  /** Columns for a given width instead of the noun's: its fields, or combinations of them. */
  readonly columns?: ((width: number) => readonly Column<NoInfer<Row>>[]) | undefined
  /** Stores that drawing depends on beside the list. */
  readonly stores?: readonly Watched[]
  /** A sentence about the row under the cursor, in place of what is cut in it and of its exact times. */
  readonly detail?: ((row: Row) => string) | undefined
  /** A sentence on a second line of each row, in place of a column. */
  readonly under?: (() => ((row: Row) => string) | undefined) | undefined
  /** Sentences about the whole list, in full below its rows; '' for none. */
  readonly about?: (() => string) | undefined
  /** Shown if there are no rows. */
  readonly empty: () => string
  readonly canMark?: boolean
  readonly bindings: (cursor: ListCursor<Row>) => readonly Binding[]
  readonly crumbs: () => readonly string[]
  readonly command: () => readonly string[]
  readonly webPath: () => string
  /** A filter that does not come from the list itself. */
  readonly filter?: () => Filter
  /** What to load beside the rows, or to do with them. */
  readonly opened?: () => void | Promise<void>
}

/** The list of a noun, generated from its description in core: columns and cells. */
export function nounListView<Row, Filter = NoFilter, Field extends string = string>(
  app: App,
  options: NounListOptions<Row, Filter, Field>,
): View {
  type Query = Partial<ListQuery<Filter, Field>>
  const { noun, list, scope = '', stores = [] } = options
  const { idOf } = list.listed
  const isLoaded = () => list.getState().scope === scope && list.getState().rows !== undefined
  /** The first reading, with what is loaded beside it. */
  const opening = createStore(() => ({ isFirst: false }))
  /** Loading includes prerequisites, e.g. the caller and the environment. */
  const isLoading = () => {
    const { isFetching, isOutdated, failure } = list.getState()
    if (isLoaded()) return opening.getState().isFirst || (isFetching && isOutdated)
    const hasFailed = list.getState().scope === scope && failure !== undefined
    return isFetching || (app.work.getState().busy > 0 && !hasFailed)
  }
  const empty = () => (isLoaded() ? app.words.text(options.empty()) : app.words.say('error.notLoaded.title'))
  const usual = options.columns ?? (() => noun.columns.flatMap((name) => fieldOf(noun, name) ?? []))
  const all = usual(Infinity)
  /** The columns that can be chosen, as this list shows them. */
  const choosable: readonly Column<Row>[] = [
    ...all,
    ...noun.fields.filter(({ name }) => !all.some((one) => one.name === name)),
  ]
  const own = () => app.own.getState().columns.get(noun.plural)
  /** The columns set in the profile that the list has; undefined: the usual ones. */
  const ownColumns = (): readonly Column<Row>[] | undefined => {
    const found = own()?.fields.flatMap((name) => choosable.find((one) => one.name === name) ?? []) ?? []
    return found.length === 0 ? undefined : found
  }
  /** The order kept with the columns, if the list has it. */
  const ownSort = (): Query['sort'] => {
    const wanted = own()?.sort ?? ''
    const field = sortOf(noun, wanted)?.field.name
    const { sorts } = list.listed
    return field !== undefined && sorts?.some((one) => one === field) !== false ? (wanted as Query['sort']) : undefined
  }
  const columns = (width: number): readonly Column<Row>[] => ownColumns() ?? usual(width)
  const about = () => options.about?.() ?? ''
  /** Where there is little room, one row is left. */
  const aboutLines = () => {
    const { contentWidth, tableHeight: most } = app.layout()
    return about() === '' ? [] : wrapWords(about(), contentWidth).slice(0, most - 1)
  }
  const under = () => (ownColumns() === undefined ? options.under?.() : undefined)
  /** Where rows have two lines, the sentence of the one under the cursor has lines below them too. */
  const detailLines = () => (under() !== undefined && app.layout().tableHeight >= roomForDetail ? detailLinesMax : 0)
  /** Number of rows that fit. */
  const tableHeight = () => {
    const lines = app.layout().tableHeight - aboutLines().length - detailLines()
    return Math.max(1, under() === undefined ? lines : Math.floor(lines / 2))
  }
  const cursor = createListCursor<Row>(list, { height: tableHeight, scope })
  const memory = memoryOf(noun, scope)
  const remembered = app.remembered.get(memory)
  if (remembered !== undefined) cursor.setState({ index: remembered.index, offset: remembered.offset })
  const queryNow = (): Query => (list.getState().scope === scope ? queryOf(list) : {})
  /** From an earlier visit, until the list is opened. */
  let kept = remembered?.query as Query | undefined
  let wanted = remembered?.select
  const line = createLine({ value: (kept ?? queryNow()).search ?? '', changed: (text) => void cursor.setSearch(text) })
  const clear = () => {
    line.set('')
    return cursor.narrowed()
  }
  const sort = createListSort(app, cursor, { noun, columns: all })

  /** Of the command, which has fewer columns than some screens. */
  const columnFlags = () => {
    const names = (ownColumns() ?? []).map(({ name }) => name).filter((name) => fieldOf(noun, name) !== undefined)
    return names.length === 0 ? [] : ['--columns', names.join(',')]
  }

  /** Reloading keeps the cursor on its row, even if the row moved. */
  async function open(): Promise<void> {
    const found = cursor.current()
    const row = wanted ?? (found === undefined ? undefined : idOf(found))
    wanted = undefined
    const filter = options.filter?.()
    const before = kept ?? queryNow()
    const sort = before.sort || ownSort()
    const query = { ...before, ...(sort && { sort }), search: line.getState().value, ...(filter && { filter }) }
    kept = undefined
    opening.setState({ isFirst: !isLoaded() })
    await list.open(scope, query)
    await options.opened?.()
    opening.setState({ isFirst: false })
    if (row !== undefined) cursor.select(row)
  }

  /** What readings of the list by itself changed lately; `at` in milliseconds since the epoch. */
  const changes = createStore(() => ({ at: 0, rows: noChanges }))

  async function refresh(): Promise<void> {
    const { rows: before, scope: shown } = list.getState()
    if (before === undefined || shown !== scope) return
    const row = cursor.current()
    await list.refreshQuietly()
    const { rows: after = [], scope: present } = list.getState()
    if (present !== scope) return
    const { at, rows: known } = changes.getState()
    const now = app.core.clock.now()
    const lately = now - at < changesShownMs ? known : noChanges
    const next = after === before ? noChanges : rowChanges(before, after, idOf)
    if (changesText(next, app.words) !== undefined) changes.setState({ at: now, rows: joinedChanges(lately, next) })
    else if (lately !== known) changes.setState({ rows: noChanges })
    if (after !== before && row !== undefined) cursor.select(idOf(row))
  }

  function Body({ width, height }: { width: number; height: number }) {
    useStore(app.state)
    useStore(app.own)
    useWatched(stores)
    const { isFetching } = useList(list)
    const { rows: changed } = useStore(changes)
    const { busy } = useStore(app.work)
    const isReading = isFetching || (busy > 0 && !isLoaded())
    return (
      <Table
        {...{ cursor, width, height, sort }}
        tableHeight={tableHeight()}
        detail={options.detail}
        under={under()}
        detailLines={detailLines()}
        about={aboutLines()}
        changes={changed}
        fields={columns(width)}
        all={ownColumns() ?? all}
        empty={empty()}
        isFetching={isReading}
      />
    )
  }

  /** Esc shows all first, and then leaves a list that was opened from another screen. */
  function escBinding(): Binding {
    const isFiltered = line.getState().value !== ''
    if (!isFiltered && app.isNested()) return backBinding(app)
    return {
      id: 'list.show-all',
      keys: ['esc'],
      label: 'Show all',
      refused: () => (isFiltered ? undefined : 'The list is not filtered.'),
      run: clear,
    }
  }

  return {
    Body,
    crumbs: options.crumbs,
    webPath: options.webPath,
    open,
    refresh,
    close() {
      const { index, offset } = cursor.getState()
      app.remembered.set(memory, { index, offset, query: kept ?? queryNow() })
      list.stop()
      list.clearSelection()
    },
    command: () => commandText([...options.command(), ...columnFlags(), ...sort.flags()]),
    filter: { line, clear, kept: () => cursor.narrowed() },
    watched: [cursor, list, opening, ...stores],
    target(line, cell) {
      const { isCompact, contentWidth: width } = app.layout()
      const height = tableHeight()
      if (line === 0 && !isCompact && cursor.total() > 0) {
        const column = columnAt(app, { cursor, fields: columns(width), sort, width, tableHeight: height }, cell)
        const select = column && sort.by(column)
        return select && { isCurrent: false, select }
      }
      // Below the column names.
      const below = line - (isCompact ? 0 : 1)
      const row = under() === undefined ? below : Math.floor(below / 2)
      const index = firstDrawn(cursor, height) + row
      if (row < 0 || row >= height || index >= cursor.start() + cursor.rows().length) return undefined
      return { isCurrent: index === cursor.getState().index, select: () => cursor.moveTo(index) }
    },
    spoken: () => {
      if (isLoading()) return [app.words.say('banner.loading')]
      const current = cursor.current()
      const whole = about() === '' ? [] : [about()]
      if (current === undefined) return [cursor.total() === 0 ? empty() : app.words.text('Nothing matches.'), ...whole]
      const cells = (ownColumns() ?? all).map(
        (field) =>
          `${app.words.text(field.label)}: ${cellIn(app.words, field, current, app.core.clock.now(), relativeTime) || app.words.text('none')}`,
      )
      const marked = list.getState().selected.has(idOf(current)) ? [app.words.text('marked')] : []
      const sorted = sort.text() ?? []
      return [[...cells, ...marked, placeAmongMatches(app.words, cursor), sorted].flat().join(', '), ...whole]
    },
    layer: {
      name: noun.plural,
      isModal: false,
      bindings: () => {
        const own = options.bindings(cursor)
        const esc = escBinding()
        // The way back has a place among the hints of a narrow window; a key of the screen itself comes before it.
        const isFirst = esc.id === 'list.back' && !own.some(({ keys }) => keys.includes('esc'))
        return [
          ...(isFirst ? [esc] : []),
          ...own,
          ...sort.bindings(),
          {
            id: 'list.columns',
            keys: ['|'],
            label: 'Columns',
            hint: false,
            run: () =>
              app.openDialog(
                columnsDialog(app, {
                  noun,
                  choosable,
                  shown: columns(app.layout().contentWidth),
                  sort: list.getState().sort,
                }),
              ),
          },
          ...(options.canMark === true ? markBindings(cursor, empty) : []),
          ...moveBindings(cursor),
          ...(isFirst ? [] : [esc]),
        ]
      },
    },
  }
}

/** Whether rows of a sentence each have two lines: where a column would cut it, and rows are not scarce. */
export function isDoubled(app: App, width = app.layout().contentWidth): boolean {
  return width < sentencesFrom && !app.layout().isCompact
}

function queryOf<Row, Filter, Field extends string>(list: List<Row, Filter, Field>): ListQuery<Filter, Field> {
  const { search, sort, filter } = list.getState()
  return { search, sort, filter }
}

/** Opens the list of the tenant's `noun` with this filter instead of the one it was left with. */
export function goToFiltered(app: App, place: Place, noun: Pick<Noun, 'plural'>, filter: object): void {
  app.remembered.set(memoryOf(noun, ''), { index: 0, offset: 0, query: { filter } })
  app.go(place)
}

/** The next time that the list of `noun` is opened, the cursor is on this row, of all rows: it was just created. */
export function rememberCreated(app: App, noun: Pick<Noun, 'plural'>, id: string | undefined, scope = ''): void {
  const memory = memoryOf(noun, scope)
  const { index = 0, offset = 0, query = {} } = app.remembered.get(memory) ?? {}
  if (id !== undefined) app.remembered.set(memory, { index, offset, query: { ...query, search: '' }, select: id })
}

function memoryOf({ plural }: Pick<Noun, 'plural'>, scope: string): string {
  return `${plural} ${scope}`
}
