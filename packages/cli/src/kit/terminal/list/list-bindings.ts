import type { App } from '../app/app.ts'
import type { Binding } from '../focus/binding.ts'
import type { ListCursor } from './list-cursor.ts'

type Movable = Pick<ListCursor<unknown>, 'move' | 'moveTo' | 'page'>
type Markable = Pick<ListCursor<unknown>, 'current' | 'toggleMark' | 'markRange' | 'clearMarks'>

/** Movement in a list: arrows, vi keys, pages, ends. */
export function moveBindings(list: Movable): readonly Binding[] {
  const move = (id: string, keys: readonly string[], label: string, run: Binding['run']): Binding => ({
    id: `list.${id}`,
    keys,
    label,
    run,
    hint: false,
  })
  return [
    move('up', ['up', 'k'], 'Up', () => list.move(-1)),
    move('down', ['down', 'j'], 'Down', () => list.move(1)),
    move('page-up', ['pageup', 'ctrl-b'], 'Page up', () => list.move(-list.page())),
    move('page-down', ['pagedown', 'ctrl-f'], 'Page down', () => list.move(list.page())),
    move('first', ['home', 'g'], 'First', () => list.moveTo(0)),
    move('last', ['end', 'G'], 'Last', () => list.moveTo(Number.MAX_SAFE_INTEGER)),
  ]
}

/** Marks, for actions on several rows. `none`: why there is no row to mark. */
export function markBindings(list: Markable, none: () => string): readonly Binding[] {
  const refused = () => (list.current() === undefined ? none() : undefined)
  return [
    { id: 'list.mark', keys: [' '], label: 'Mark', refused, run: () => list.toggleMark() },
    {
      id: 'list.range',
      keys: ['v', 'ctrl-space'],
      label: 'Mark to here',
      refused,
      run: () => list.markRange(),
      hint: false,
    },
    { id: 'list.unmark', keys: ['u'], label: 'Unmark all', run: () => list.clearMarks(), hint: false },
  ]
}

/** To where one came from, as `[`. */
export function backBinding(app: Pick<App, 'move'>): Binding {
  return { id: 'list.back', keys: ['esc'], label: 'Back', run: () => app.move('back') }
}
