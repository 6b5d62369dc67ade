import { listOf, mappingList, mappingName, type Mapping, type MappingFilter } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { useWatched } from '../../../kit/terminal/draw/use-watched.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { createListCursor, firstDrawn } from '../../../kit/terminal/list/list-cursor.ts'
import { matrixBindings, type MatrixFilter } from './matrix-bindings.ts'
import { createMatrixColumns } from './matrix-columns.ts'
import { MatrixGrid, placeText } from './matrix-grid.tsx'
import { leadCells, matrixLayout, type MatrixLayout } from './matrix-layout.ts'

type Kept = { readonly search: string; readonly filter: MatrixFilter; readonly groupId: string }

/**
 * Roles of an environment against the groups that they are mapped to. The server searches and pages the rows; the columns
 * are the groups of the rows that were read.
 */
export function matrixView(app: App, environmentId: string): View {
  const { core, words } = app
  const list = listOf(core, mappingList)
  const filter = createStore<MatrixFilter>(() => ({}))
  const memory = `matrix ${environmentId}`
  const remembered = app.remembered.get(memory)
  const kept = remembered?.query as Kept | undefined
  const rows = (): readonly Mapping[] => cursor.rows()
  const columns = createMatrixColumns({
    rows,
    idp: () => filter.getState().provider?.id,
    room: () => layout().columns,
  })
  const layout = (): MatrixLayout => matrixLayout(app, rows(), columns.matrix().groups)
  const cursor = createListCursor<Mapping>(list, { height: () => layout().rowLines, scope: environmentId })
  const line = createLine({ value: kept?.search ?? '', changed: (text) => void cursor.setSearch(text) })
  if (remembered !== undefined) cursor.setState({ index: remembered.index, offset: remembered.offset })
  if (kept !== undefined) {
    filter.setState(kept.filter)
    columns.toGroup(kept.groupId)
  }
  const name = () => app.environment(environmentId)?.name ?? environmentId
  const listFilter = (): MappingFilter => {
    const { group } = filter.getState()
    return group === undefined ? {} : { group: group.id }
  }
  const empty = () => {
    if (list.getState().rows === undefined) return words.say('error.notLoaded.title')
    return 'No role matches.'
  }
  const stores = [cursor, list, columns, filter, core.environments]

  async function change(next: MatrixFilter): Promise<void> {
    filter.setState(next, true)
    await list.change({ filter: listFilter() })
    if (next.group !== undefined) columns.toGroup(next.group.id)
    await cursor.moveTo(0)
  }

  async function clear(): Promise<void> {
    line.set('')
    await cursor.narrowed()
    await change({})
  }

  function Body({ width, height }: { width: number; height: number }) {
    useWatched(stores)
    return <MatrixGrid {...{ cursor, columns, width, height }} empty={empty()} />
  }

  return {
    Body,
    crumbs: () => {
      const { group, provider } = filter.getState()
      return [
        name(),
        app.words.text('Roles and groups'),
        ...[group, provider].flatMap((one) => (one === undefined ? [] : [one.name])),
      ]
    },
    command: () => {
      const { provider } = filter.getState()
      return commandText([
        'mapping',
        'matrix',
        '--env',
        name(),
        ...(provider === undefined ? [] : ['--idp', provider.name]),
      ])
    },
    webPath: () => `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/roles-and-groups`,
    open: async () => {
      const search = line.getState().value
      const { environments } = core
      const isKnown = environments.getState().adminEnvironments !== undefined
      await Promise.all([
        list.open(environmentId, { search, sort: '', filter: listFilter() }),
        isKnown ? undefined : environments.fetchAdmin(),
      ])
    },
    refresh: () => list.refreshQuietly(),
    close() {
      const { index, offset } = cursor.getState()
      const query: Kept = {
        search: line.getState().value,
        filter: filter.getState(),
        groupId: columns.current()?.id ?? '',
      }
      app.remembered.set(memory, { index, offset, query })
      list.stop()
    },
    filter: { line, clear, kept: () => cursor.narrowed() },
    watched: stores,
    target(at, cell) {
      const { headLines, rowLines, nameCells, columnCells, columns: room } = layout()
      const index = firstDrawn(cursor, rowLines) + at - headLines
      const column = Math.floor((cell - leadCells - nameCells) / columnCells)
      const isRow = at >= headLines && at - headLines < rowLines && index < cursor.start() + cursor.rows().length
      const isColumn = column >= 0 && column < room && columns.first() + column < columns.matrix().groups.length
      if (!isRow) return undefined
      const group = isColumn ? columns.first() + column : columns.at()
      return {
        isCurrent: index === cursor.getState().index && group === columns.at(),
        select: () => {
          columns.moveTo(group)
          return cursor.moveTo(index)
        },
      }
    },
    spoken: () => {
      const row = cursor.current()
      return [
        row === undefined ? words.text(empty()) : `${mappingName(row)}, ${placeText(words, cursor, columns, Infinity)}`,
      ]
    },
    layer: {
      name: 'matrix',
      isModal: false,
      bindings: () => matrixBindings({ app, environmentId, cursor, columns, filter, change, clear, line, layout }),
    },
  }
}
