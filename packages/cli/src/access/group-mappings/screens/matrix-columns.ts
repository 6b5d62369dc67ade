import { mappingMatrix, type MappedGroup, type Mapping, type MappingMatrix } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { offsetFor } from '../../../kit/terminal/list/list-cursor.ts'

/** `groupId`: the column of the cursor, which stays on its group while rows and groups come and go. */
export type ColumnsState = { readonly groupId: string; readonly index: number; readonly offset: number }

export type MatrixColumns = StoreApi<ColumnsState> & {
  matrix(): MappingMatrix
  at(): number
  current(): MappedGroup | undefined
  /** Index of the first column drawn. */
  first(): number
  move(by: number): void
  moveTo(index: number): void
  toGroup(id: string): void
  /** The nearest column before or after the cursor that a row has. false: there is none. */
  toMapped(groupIds: ReadonlySet<string>, by: 1 | -1): boolean
}

/** The groups that the rows read so far have, as columns; `room` of them fit on the screen. */
export function createMatrixColumns(options: {
  readonly rows: () => readonly Mapping[]
  readonly idp: () => string | undefined
  readonly room: () => number
}): MatrixColumns {
  const store = createStore<ColumnsState>(() => ({ groupId: '', index: 0, offset: 0 }))
  let known: { rows: readonly Mapping[]; idp: string | undefined; matrix: MappingMatrix } | undefined

  function matrix(): MappingMatrix {
    const [rows, idp] = [options.rows(), options.idp()]
    if (known?.rows !== rows || known.idp !== idp) known = { rows, idp, matrix: mappingMatrix(rows, idp) }
    return known.matrix
  }

  function at(): number {
    const { groups } = matrix()
    const { groupId, index } = store.getState()
    const found = groups.findIndex(({ id }) => id === groupId)
    return found === -1 ? Math.max(0, Math.min(index, groups.length - 1)) : found
  }

  const room = () => Math.max(1, options.room())
  const first = () => offsetFor(at(), store.getState().offset, matrix().groups.length, room())

  function moveTo(wanted: number): void {
    const { groups } = matrix()
    const index = Math.max(0, Math.min(wanted, groups.length - 1))
    store.setState({
      groupId: groups[index]?.id ?? '',
      index,
      offset: offsetFor(index, first(), groups.length, room()),
    })
  }

  return {
    ...store,
    matrix,
    at,
    first,
    current: () => matrix().groups[at()],
    move: (by) => moveTo(at() + by),
    moveTo,
    toGroup: (groupId) => store.setState({ groupId }),
    toMapped(groupIds, by) {
      const { groups } = matrix()
      for (let index = at() + by; index >= 0 && index < groups.length; index += by) {
        if (!groupIds.has(groups[index]?.id ?? '')) continue
        moveTo(index)
        return true
      }
      return false
    },
  }
}
