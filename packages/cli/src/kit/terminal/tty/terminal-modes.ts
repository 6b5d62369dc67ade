/** Alternate screen on, screen empty, bracketed paste on, cursor hidden (xterm control sequences). */
export const enterSequence = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?2004h\u001b[?25l'

/** Reverts these modes; resets colours first so that nothing remains on the screen. */
export const leaveSequence = '\u001b[0m\u001b[?2026l\u001b[?2004l\u001b[?25h\u001b[?1049l'

/** Mouse buttons and wheel, reported as SGR (xterm modes 1000 and 1006). With Shift, terminals select text as without it. */
export const mouseOnSequence = '\u001b[?1000h\u001b[?1006h'
export const mouseOffSequence = '\u001b[?1006l\u001b[?1000l'

/** Asks what the background colour is (xterm OSC 11). */
export const backgroundQuestion = '\u001b]11;?\u001b\\'

/** For screen readers: their text stays in the scrollback. */
export const enterLinearSequence = '\u001b[?2004h'
export const leaveLinearSequence = '\u001b[0m\u001b[?2026l\u001b[?2004l\u001b[?25h'

/** Terminals with synchronised output show a frame at once, others line by line. */
export const frameBegin = '\u001b[?2026h'
export const frameEnd = '\u001b[?2026l'

/** Used when the size changed: everything is redrawn. */
export const clearSequence = '\u001b[2J\u001b[H'

/**
 * Copies text to the clipboard of the person's terminal, also over ssh (xterm OSC 52). tmux and screen keep the sequence to themselves
 * or ignore it, so that they get it a second time, wrapped for the terminal outside (tmux needs `allow-passthrough`).
 */
export function clipboardSequence(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const copy = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
  if (env['TMUX']) return `${copy}\u001bPtmux;${copy.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`
  if (env['STY']) return (copy.match(screenPart) ?? []).map((part) => `\u001bP${part}\u001b\\`).join('')
  return copy
}

/** screen drops longer strings. */
const screenPart = /[^]{1,256}/g
