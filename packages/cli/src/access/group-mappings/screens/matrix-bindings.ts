import { identityProviderList, listOf, type Mapping } from '@portico/core'
import type { StoreApi } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import type { Line } from '../../../kit/terminal/fields/line.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { backBinding, moveBindings } from '../../../kit/terminal/list/list-bindings.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { groupDialog } from './group-dialog.tsx'
import type { MatrixColumns } from './matrix-columns.ts'
import type { MatrixLayout } from './matrix-layout.ts'
import { openMapping } from './open-mapping.ts'
import { providersOf } from './providers-of.ts'

/** Filters of the matrix in addition to the search: a group that rows have, and the provider of the columns. */
export type MatrixFilter = {
  readonly group?: { readonly id: string; readonly name: string } | undefined
  readonly provider?: { readonly id: string; readonly name: string } | undefined
}

type Matrix = {
  readonly app: App
  readonly environmentId: string
  readonly cursor: ListCursor<Mapping>
  readonly columns: MatrixColumns
  readonly filter: StoreApi<MatrixFilter>
  readonly line: Line
  readonly layout: () => MatrixLayout
  readonly change: (next: MatrixFilter) => Promise<void>
  readonly clear: () => Promise<void>
}

/** Keys of the matrix: rows as in every list, columns with left and right. */
export function matrixBindings(matrix: Matrix): readonly Binding[] {
  const { app, environmentId, cursor, columns, filter, line, clear, layout } = matrix
  const row = cursor.current()
  const group = columns.current()
  const noRow = () => (row === undefined ? 'No role is selected.' : undefined)
  const noGroup = () => (group === undefined ? 'No group is selected.' : undefined)
  const move = (id: string, keys: readonly string[], label: string, run: () => void): Binding => ({
    id: `matrix.${id}`,
    keys,
    label,
    run,
    hint: false,
  })
  const toMapped = (by: 1 | -1) => () => {
    const ids = new Set(row?.groups.map(({ id }) => id))
    if (!columns.toMapped(ids, by)) app.say('There is no further group of this role in this direction.')
  }
  const { group: only, provider } = filter.getState()
  const isAll = only === undefined && provider === undefined && line.getState().value === ''
  const showAll: Binding = {
    id: 'list.show-all',
    keys: ['esc'],
    label: 'Show all',
    refused: () => (isAll ? 'The matrix is not filtered.' : undefined),
    run: clear,
  }
  return [
    {
      id: 'mapping.groups',
      keys: ['enter', 'e'],
      label: 'Groups',
      refused: noRow,
      run: () => row && openMapping(app, environmentId, row),
    },
    {
      id: 'mapping.uses',
      keys: ['u'],
      label: 'Used by',
      refused: noGroup,
      run: () => group && app.go({ view: 'group-uses', id: group.id, name: group.name }),
    },
    { ...move('mapped', ['w'], 'Next group of this role', toMapped(1)), refused: noRow, hint: true },
    { ...move('mapped-before', ['b'], 'Previous group of this role', toMapped(-1)), refused: noRow },
    { id: 'matrix.find', keys: ['f'], label: 'Find a group', run: () => findGroup(matrix) },
    { id: 'matrix.provider', keys: ['p'], label: 'Identity provider', run: () => pickProvider(matrix) },
    move('left', ['left', 'h'], 'Previous column', () => columns.move(-1)),
    move('right', ['right', 'l'], 'Next column', () => columns.move(1)),
    move('page-left', ['<'], 'Columns before', () => columns.move(-layout().columns)),
    move('page-right', ['>'], 'Columns after', () => columns.move(layout().columns)),
    move('first-column', ['^'], 'First column', () => columns.moveTo(0)),
    move('last-column', ['$'], 'Last column', () => columns.moveTo(Number.MAX_SAFE_INTEGER)),
    ...moveBindings(cursor),
    isAll && app.isNested() ? backBinding(app) : showAll,
  ]
}

/** Shows the roles that a group of any provider has, with the cursor in its column. */
async function findGroup({ app, filter, change }: Matrix): Promise<void> {
  const providers = await providersOf(app)
  if (providers === undefined) return
  app.openDialog(
    groupDialog(app, {
      title: 'Find a group',
      action: 'Show its roles',
      providers,
      take: ([group]) => {
        app.closeDialog()
        return group === undefined ? undefined : change({ ...filter.getState(), provider: undefined, group })
      },
    }),
  )
}

/** Shows the groups of one provider as columns. */
async function pickProvider({ app, filter, change }: Matrix): Promise<void> {
  await providersOf(app)
  const providers = listOf(app.core, identityProviderList).getState().held ?? []
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('groups.provider'),
      action: 'Show its groups',
      items: [
        { id: '', label: app.words.text('All identity providers') },
        ...providers.map(({ id, name }) => ({ id, label: neutralise(name) })),
      ],
      pick: ([id]) => {
        app.closeDialog()
        const provider = providers.find((one) => one.id === id)
        return change({ ...filter.getState(), provider: provider && { id: provider.id, name: provider.name } })
      },
    }),
  )
}
