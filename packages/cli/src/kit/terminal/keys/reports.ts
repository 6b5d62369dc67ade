/** A mouse button or wheel; column and row count from 0. */
export type MouseReport = {
  readonly kind: 'mouse'
  readonly action: 'press' | 'wheel-up' | 'wheel-down'
  readonly column: number
  readonly row: number
}

/** The answer to the question about the background colour (xterm OSC 11), such as `rgb:1e1e/1e1e/1e1e`. */
export type BackgroundReport = { readonly kind: 'background'; readonly colour: string }

/** What a terminal sends by itself. It is never typed text. */
export type TerminalReport = MouseReport | BackgroundReport

/**
 * The report that a text begins with, and its length. `incomplete`: more of it will come, however long that takes, because
 * a person cannot type its beginning. undefined: the text begins with something else.
 */
export function reportIn(
  text: string,
): { readonly length: number; readonly report: TerminalReport | undefined } | 'incomplete' | undefined {
  if (!text.startsWith('\u001b')) return undefined
  const mouse = sgrMouse.exec(text)
  if (mouse !== null) return { length: mouse[0].length, report: mouseReport(mouse) }
  const command = systemCommand.exec(text)
  if (command !== null) {
    const [{ length }, code, colour = ''] = command
    return { length, report: code === '11' ? { kind: 'background', colour } : undefined }
  }
  if (oldMouse.test(text)) return { length: oldMouseLength, report: undefined }
  return begun.some((one) => one.test(text)) ? 'incomplete' : undefined
}

/* oxlint-disable no-control-regex -- control sequences are what they look for */
/** xterm's SGR mouse reports (mode 1006): button, column, row; `M` pressed, `m` released. */
const sgrMouse = /^\u001b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])/
/** Operating system command (ECMA-48 8.3.89), ended by BEL or ST. */
const systemCommand = /^\u001b\](\d{1,4});([^\u0000-\u001f]{0,200})(?:\u0007|\u001b\\)/
/** A terminal without mode 1006 sends button, column and row as three characters. */
const oldMouse = /^\u001b\[M[^]{3}/
const oldMouseLength = 6
const begun = [/^\u001b\[<[\d;]{0,16}$/, /^\u001b\[M[^]{0,2}$/, /^\u001b\]\d{1,4}(?:;[^\u0000-\u001f]{0,200})?\u001b?$/]
/* oxlint-enable no-control-regex */

const wheel = 64
/** Shift, Alt and Ctrl held. */
const modifiers = 4 | 8 | 16

/** undefined for releases, other buttons and movement. */
function mouseReport([, code, column, row, end]: readonly string[]): MouseReport | undefined {
  const button = Number(code) & ~modifiers
  const action =
    button === 0 ? 'press' : button === wheel ? 'wheel-up' : button === wheel + 1 ? 'wheel-down' : undefined
  if (action === undefined || end !== 'M') return undefined
  return { kind: 'mouse', action, column: Math.max(0, Number(column) - 1), row: Math.max(0, Number(row) - 1) }
}
