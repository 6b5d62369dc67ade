import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Field } from '../focus/layer.ts'
import type { Step } from '../keys/gate.ts'
import type { InputEvent } from '../keys/parse-keys.ts'
import { wordEnd, wordStart } from './words.ts'

/** A text of one line. `cursor` counts UTF-16 units, as ink-text-input counts them. */
export type LineState = {
  readonly value: string
  readonly cursor: number
  /** Incremented when the value is set from outside: remounts the component with its cursor at the end. */
  readonly epoch: number
}

export type Line = StoreApi<LineState> & Field & { set(value: string): void }

const left = '\u001b[D'
const right = '\u001b[C'
const backspace = '\u007f'

/**
 * A single-line text field, drawn by ink-text-input. The value is computed here; the component gets the same keys only to
 * move its cursor, except left at the start and right at the end, which would desynchronise it.
 */
export function createLine(
  options: { readonly value?: string; readonly changed?: (value: string) => void } = {},
): Line {
  const start = options.value ?? ''
  const store = createStore<LineState>(() => ({ value: start, cursor: start.length, epoch: 0 }))
  const put = (value: string, cursor: number) => {
    const isChanged = value !== store.getState().value
    store.setState({ value, cursor })
    if (isChanged) options.changed?.(value)
  }
  const set = (value: string) => {
    const { value: before, epoch } = store.getState()
    store.setState({ value, cursor: value.length, epoch: epoch + 1 })
    if (value !== before) options.changed?.(value)
  }

  return {
    ...store,
    set,
    type(event, feed) {
      const text = textOf(event)
      if (text !== undefined) {
        return [
          () => {
            const { value, cursor } = store.getState()
            feed(text)
            put(value.slice(0, cursor) + text + value.slice(cursor), cursor + text.length)
          },
        ]
      }
      if (event.kind !== 'key') return undefined
      return stepsOf(event.key, store, { feed, put, set })
    },
  }
}

type Editing = {
  readonly feed: (sequence: string) => void
  readonly put: (value: string, cursor: number) => void
  readonly set: (value: string) => void
}

function stepsOf(key: string, store: StoreApi<LineState>, { feed, put, set }: Editing): readonly Step[] | undefined {
  const { value, cursor } = store.getState()
  const move = (sequence: string, by: number) => (): void => {
    const now = store.getState()
    feed(sequence)
    store.setState({ cursor: now.cursor + by })
  }
  const erase = (): void => {
    const now = store.getState()
    feed(backspace)
    put(now.value.slice(0, now.cursor - 1) + now.value.slice(now.cursor), now.cursor - 1)
  }
  const goTo = (place: number) =>
    Array.from({ length: Math.abs(place - cursor) }, () => (place < cursor ? move(left, -1) : move(right, 1)))
  const eraseFrom = (start: number) => Array.from({ length: cursor - start }, () => erase)
  // The component has no key that deletes forward, so the cursor moves there first.
  const eraseTo = (end: number) => [...goTo(end), ...Array.from({ length: end - cursor }, () => erase)]
  switch (key) {
    case 'left':
      return goTo(cursor - unitsBefore(value, cursor))
    case 'right':
      return cursor === value.length ? [] : goTo(cursor + unitsAfter(value, cursor))
    case 'home':
    case 'ctrl-a':
      return goTo(0)
    case 'end':
    case 'ctrl-e':
      return goTo(value.length)
    case 'ctrl-left':
    case 'alt-b':
      return goTo(wordStart(value, cursor))
    case 'ctrl-right':
    case 'alt-f':
      return goTo(wordEnd(value, cursor))
    case 'backspace':
      return eraseFrom(cursor - unitsBefore(value, cursor))
    case 'delete':
      return cursor === value.length ? [] : eraseTo(cursor + unitsAfter(value, cursor))
    case 'ctrl-u':
      return [() => set('')]
    case 'ctrl-w':
      return eraseFrom(wordStart(value, cursor, true))
    case 'alt-backspace':
      return eraseFrom(wordStart(value, cursor))
    case 'alt-d':
      return eraseTo(wordEnd(value, cursor))
    default:
      return undefined
  }
}

/** Printable text of an event; a paste loses its line ends. */
export function textOf(event: InputEvent): string | undefined {
  if (event.kind === 'paste') {
    const text = event.text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' ')
    return text.trim() === '' ? undefined : text.trim()
  }
  return isPrintable(event) ? event.key : undefined
}

/** A name of more than one character is a key, not text; a character outside the basic plane has two units. */
export function isPrintable(event: InputEvent): boolean {
  return event.kind === 'key' && event.key === event.sequence && [...event.key].length === 1
}

function unitsBefore(value: string, cursor: number): number {
  if (cursor === 0) return 0
  return /[\ud800-\udbff][\udc00-\udfff]$/.test(value.slice(0, cursor)) ? 2 : 1
}

function unitsAfter(value: string, cursor: number): number {
  return (value.codePointAt(cursor) ?? 0) > 0xffff ? 2 : 1
}
