import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Binding } from '../focus/binding.ts'
import type { Field } from '../focus/layer.ts'
import { canStandOn, type FormRow, type RowEditor } from './form-row.ts'

export type FormCursorState = {
  /** The row under the cursor; if it was removed, the row now at `index`. */
  readonly id: string
  readonly index: number
  /** The text field of the row under the cursor while editing. */
  readonly editor: RowEditor | undefined
}

export type FormCursor = StoreApi<FormCursorState> & {
  /** The rows as they are drawn, the edited one with its field. */
  rows(): readonly FormRow[]
  at(): number
  current(): FormRow | undefined
  field(): Field | undefined
  move(by: number): void
  moveTo(id: string): void
  /** Opens the text field of the row under the cursor; false if it has none. */
  edit(): boolean
  stop(): void
  moveBindings(): readonly Binding[]
  /** Keys while a field is edited. `leave`: the way back from a form in which nothing was typed; Esc takes it at once. */
  editBindings(save: Binding, leave?: Binding): readonly Binding[]
}

/** The cursor of a form. `editorOf` creates the text field of a row; undefined if the row is not text. */
export function createFormCursor(options: {
  readonly rows: () => readonly FormRow[]
  readonly editorOf: (id: string) => RowEditor | undefined
  /** Called when the text field of a row is left. */
  readonly left?: (id: string) => void
}): FormCursor {
  const store = createStore<FormCursorState>(() => ({ id: '', index: 0, editor: undefined }))

  function at(rows = options.rows()): number {
    const { id, index } = store.getState()
    const found = rows.findIndex((row) => row.id === id)
    return found === -1 ? standable(rows, Math.min(index, rows.length - 1)) : found
  }

  function leave(): void {
    const { id, editor } = store.getState()
    if (editor !== undefined) options.left?.(id)
  }

  function moveTo(index: number): void {
    const rows = options.rows()
    const row = rows[index]
    if (row === undefined) return
    leave()
    store.setState({ id: row.id, index, editor: undefined })
  }

  function move(by: number): void {
    const rows = options.rows()
    const open = rows.flatMap((row, index) => (canStandOn(row) ? [index] : []))
    const here = open.indexOf(at(rows))
    const next = open[Math.max(0, Math.min(open.length - 1, here + by))]
    if (next !== undefined) moveTo(next)
  }

  const cursor: FormCursor = {
    ...store,
    at: () => at(),
    rows() {
      const rows = options.rows()
      const { editor } = store.getState()
      const here = at(rows)
      return rows.map((row, index) =>
        editor !== undefined && index === here && row.kind === 'field' ? { ...row, editor } : row,
      )
    },
    current: () => options.rows()[at()],
    field() {
      const { editor } = store.getState()
      if (editor === undefined) return undefined
      return editor.kind === 'line' ? editor.line : editor.area
    },
    move,
    moveTo: (id) => moveTo(options.rows().findIndex((row) => row.id === id)),
    edit() {
      const here = at()
      moveTo(here)
      const editor = options.editorOf(store.getState().id)
      store.setState({ editor })
      return editor !== undefined
    },
    stop() {
      leave()
      store.setState({ editor: undefined })
    },
    moveBindings: () => [
      { id: 'form.down', keys: ['down', 'j', 'tab'], label: 'Down', run: () => move(1), hint: false },
      { id: 'form.up', keys: ['up', 'k', 'shift-tab'], label: 'Up', run: () => move(-1), hint: false },
      { id: 'form.page-down', keys: ['pagedown', 'ctrl-f'], label: 'Page down', run: () => move(10), hint: false },
      { id: 'form.page-up', keys: ['pageup', 'ctrl-b'], label: 'Page up', run: () => move(-10), hint: false },
      { id: 'form.first', keys: ['home', 'g'], label: 'First', run: () => move(-Infinity), hint: false },
      { id: 'form.last', keys: ['end', 'G'], label: 'Last', run: () => move(Infinity), hint: false },
    ],
    editBindings(save, leave) {
      const next = (by: number) => () => {
        move(by)
        cursor.edit()
      }
      return [
        // Enter ends editing a line; a certificate's text area handles Enter first and inserts a line break.
        { id: 'form.next', keys: ['tab', 'enter', 'down'], label: 'Next', run: next(1) },
        { id: 'form.previous', keys: ['shift-tab', 'up'], label: 'Previous', run: next(-1), hint: false },
        save,
        leave ?? { id: 'form.stop', keys: ['esc'], label: 'Stop typing', run: () => cursor.stop() },
      ]
    },
  }
  return cursor
}

/** The row at `index` or the nearest one that the cursor can be on. */
function standable(rows: readonly FormRow[], index: number): number {
  const below = rows.findIndex((row, at) => at >= index && canStandOn(row))
  return below !== -1 ? below : rows.findLastIndex((row) => canStandOn(row))
}
