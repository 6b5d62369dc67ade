import { reportIn, type TerminalReport } from './reports.ts'

/**
 * One input event. A key has a name (`up`, `enter`, `ctrl-s`, or the character itself) and the
 * sequence the terminal sent; a paste is one event, whatever its length.
 */
export type InputEvent =
  | { readonly kind: 'key'; readonly key: string; readonly sequence: string }
  | { readonly kind: 'paste'; readonly text: string }

export type KeyParser = {
  /** Complete events; an incomplete sequence is buffered. */
  push(text: string): (InputEvent | TerminalReport)[]
  /** true: an Esc arrived that may be a key or the start of a sequence. */
  isWaiting(): boolean
  /** No more input came: treats the buffer as keys. */
  flush(): (InputEvent | TerminalReport)[]
}

const pasteBegin = '\u001b[200~'
const pasteEnd = '\u001b[201~'

/** More than any field accepts; limits the memory of a paste that never ends. */
export const pasteLengthMax = 1_000_000

/**
 * Esc and a letter, digit or backspace that arrive together are that key with Alt, `alt-b`; with any other character
 * they are two keys.
 */
export function createKeyParser(): KeyParser {
  let kept = ''
  let pasting: string | undefined

  function read(final: boolean): (InputEvent | TerminalReport)[] {
    const events: (InputEvent | TerminalReport)[] = []
    for (;;) {
      if (pasting !== undefined) {
        const end = kept.indexOf(pasteEnd)
        if (end === -1) {
          // The end mark may be split between chunks.
          const safe = Math.max(0, kept.length - pasteEnd.length + 1)
          pasting = (pasting + kept.slice(0, safe)).slice(0, pasteLengthMax)
          kept = kept.slice(safe)
          return events
        }
        events.push({ kind: 'paste', text: cleanPaste(pasting + kept.slice(0, end)) })
        kept = kept.slice(end + pasteEnd.length)
        pasting = undefined
        continue
      }
      if (kept === '') return events
      const found = reportIn(kept)
      if (found === 'incomplete') return events
      if (found !== undefined) {
        kept = kept.slice(found.length)
        if (found.report !== undefined) events.push(found.report)
        continue
      }
      const length = lengthOfNext(kept, final)
      if (length === 0) return events
      const sequence = kept.slice(0, length)
      kept = kept.slice(length)
      if (sequence === pasteBegin) {
        pasting = ''
        continue
      }
      const key = nameOf(sequence)
      if (key !== undefined) events.push({ kind: 'key', key, sequence })
    }
  }

  return {
    push(text) {
      kept += text
      return read(false)
    },
    isWaiting: () => pasting === undefined && kept !== '',
    flush: () => (pasting === undefined ? read(true) : []),
  }
}

/** Normalises newlines and removes control characters. */
export function cleanPaste(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

/** Length of the first key in `text`; 0 while it is incomplete. */
function lengthOfNext(text: string, final: boolean): number {
  const first = text.codePointAt(0) ?? 0
  if (first !== 0x1b) return first > 0xffff ? 2 : 1
  if (text.length === 1) return final ? 1 : 0
  if (text[1] === 'O') {
    if (text.length === 2) return final ? 2 : 0
    return /[A-Za-z]/.test(text[2] ?? '') ? 3 : 1
  }
  if (text[1] !== '[') return 1 + (withAlt.exec(text.slice(1))?.[0].length ?? 0)
  // CSI: parameters, intermediates, one final byte; the Linux console's function keys have a second bracket.
  const match = /^\[(?:\[[A-E]|[0-?]*[ -/]*[@-Z\\-~])/.exec(text.slice(1))
  if (match !== null) return 1 + match[0].length
  const mayGrow = /^\[\[?[0-?]*[ -/]*$/.test(text.slice(1))
  return mayGrow && !final ? 0 : 1
}

/** What a terminal sends after Esc for a key held with Alt. */
const withAlt = /^[\p{L}\p{N}\u007f\b]/u

const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u001b': 'esc',
  '\u007f': 'backspace',
  '\b': 'backspace',
}

const sequences: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'shift-tab',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  '1~': 'home',
  '2~': 'insert',
  '3~': 'delete',
  '4~': 'end',
  '5~': 'pageup',
  '6~': 'pagedown',
  '7~': 'home',
  '8~': 'end',
  '11~': 'f1',
  '12~': 'f2',
  '13~': 'f3',
  '14~': 'f4',
  '15~': 'f5',
  '17~': 'f6',
  '18~': 'f7',
  '19~': 'f8',
  '20~': 'f9',
  '21~': 'f10',
  '23~': 'f11',
  '24~': 'f12',
  '[A': 'f1',
  '[B': 'f2',
  '[C': 'f3',
  '[D': 'f4',
  '[E': 'f5',
  // Ctrl and arrow, Alt and arrow: xterm, and rxvt without the 1.
  '1;5C': 'ctrl-right',
  '1;5D': 'ctrl-left',
  '1;3C': 'ctrl-right',
  '1;3D': 'ctrl-left',
  '5C': 'ctrl-right',
  '5D': 'ctrl-left',
  c: 'ctrl-right',
  d: 'ctrl-left',
  // Esc as terminals send it that tell it from Alt (kitty's keyboard protocol).
  '27u': 'esc',
}

/** undefined for an unknown sequence: it is dropped, not typed. */
function nameOf(sequence: string): string | undefined {
  const control = controls[sequence]
  if (control !== undefined) return control
  if (sequence.length === 1 && sequence < ' ')
    return sequence === '\u0000' ? 'ctrl-space' : `ctrl-${String.fromCharCode(sequence.charCodeAt(0) + 0x60)}`
  if (sequence.startsWith('\u001b') && withAlt.test(sequence.slice(1)) && [...sequence].length === 2)
    return `alt-${controls[sequence.slice(1)] ?? sequence.slice(1)}`
  if (sequence.startsWith('\u001b')) return sequences[sequence.slice(2)]
  return /^[\u0080-\u009f]$/.test(sequence) ? undefined : sequence
}
