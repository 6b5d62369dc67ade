import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Field } from '../focus/layer.ts'
import type { InputEvent } from '../keys/parse-keys.ts'
import { isPrintable } from './line.ts'
import { wordEnd, wordStart } from './words.ts'

export type AreaState = { readonly value: string; readonly cursor: number }

export type Area = StoreApi<AreaState> & Field & { set(value: string): void }

/** A multi-line text field, for keys in PEM. Enter inserts a line break; the owner of the area handles Esc and Tab. */
export function createArea(options: { readonly value: string; readonly changed: (value: string) => void }): Area {
  const store = createStore<AreaState>(() => ({ value: options.value, cursor: options.value.length }))
  const put = (next: AreaState) => {
    const isChanged = next.value !== store.getState().value
    store.setState(next)
    if (isChanged) options.changed(next.value)
  }
  return {
    ...store,
    set: (value) => put({ value, cursor: value.length }),
    type(event) {
      const next = editArea(store.getState(), event)
      return next === undefined ? undefined : [() => put(next)]
    },
  }
}

/** The text after one event; undefined if the event is not an edit. */
export function editArea({ value, cursor }: AreaState, event: InputEvent): AreaState | undefined {
  const insert = (text: string) => ({
    value: value.slice(0, cursor) + text + value.slice(cursor),
    cursor: cursor + text.length,
  })
  const without = (from: number, until: number) => ({ value: value.slice(0, from) + value.slice(until), cursor: from })
  if (event.kind === 'paste') return insert(event.text)
  if (isPrintable(event)) return insert(event.key)
  const { line, column, lines } = placeOf({ value, cursor })
  const to = (row: number, at: number) => ({ value, cursor: offsetOf(lines, row, at) })
  switch (event.key) {
    case 'enter':
      return insert('\n')
    case 'backspace':
      return cursor === 0
        ? { value, cursor }
        : { value: value.slice(0, cursor - 1) + value.slice(cursor), cursor: cursor - 1 }
    case 'delete':
      return { value: value.slice(0, cursor) + value.slice(cursor + 1), cursor }
    case 'left':
      return { value, cursor: Math.max(0, cursor - 1) }
    case 'right':
      return { value, cursor: Math.min(value.length, cursor + 1) }
    case 'up':
      return line === 0 ? to(0, 0) : to(line - 1, column)
    case 'down':
      return line === lines.length - 1 ? { value, cursor: value.length } : to(line + 1, column)
    case 'home':
    case 'ctrl-a':
      return to(line, 0)
    case 'end':
    case 'ctrl-e':
      return to(line, lines[line]?.length ?? 0)
    case 'ctrl-left':
    case 'alt-b':
      return { value, cursor: wordStart(value, cursor) }
    case 'ctrl-right':
    case 'alt-f':
      return { value, cursor: wordEnd(value, cursor) }
    case 'alt-backspace':
      return without(wordStart(value, cursor), cursor)
    case 'ctrl-w':
      return without(wordStart(value, cursor, true), cursor)
    case 'alt-d':
      return without(cursor, wordEnd(value, cursor))
    case 'ctrl-u':
      return { value: '', cursor: 0 }
    default:
      return undefined
  }
}

export function placeOf({ value, cursor }: AreaState): { line: number; column: number; lines: readonly string[] } {
  const before = value.slice(0, cursor).split('\n')
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0, lines: value.split('\n') }
}

function offsetOf(lines: readonly string[], line: number, column: number): number {
  const before = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0)
  return before + Math.min(column, lines[line]?.length ?? 0)
}
