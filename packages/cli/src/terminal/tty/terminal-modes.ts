/** Alternate screen on, screen empty, bracketed paste on, cursor hidden (xterm control sequences). */
export const enterSequence = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?2004h\u001b[?25l'

/** The same undone, in the order that leaves nothing of ours behind; colours reset first. */
export const leaveSequence = '\u001b[0m\u001b[?2026l\u001b[?2004l\u001b[?25h\u001b[?1049l'

/** For screen readers: their text stays in the scrollback. */
export const enterLinearSequence = '\u001b[?2004h'
export const leaveLinearSequence = '\u001b[0m\u001b[?2026l\u001b[?2004l\u001b[?25h'

/** A frame is shown at once by terminals that know synchronised output, and line by line by others. */
export const frameBegin = '\u001b[?2026h'
export const frameEnd = '\u001b[?2026l'

/** Used when the size changed: everything is drawn anew. */
export const clearSequence = '\u001b[2J\u001b[H'

/** Puts text into the clipboard of the person's own terminal, over ssh too (xterm OSC 52). */
export function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
}
