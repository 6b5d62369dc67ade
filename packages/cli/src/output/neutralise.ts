import type { Io } from '../io/io.ts'

/**
 * C0 and C1 controls, DEL, line separators, and the bidirectional overrides that make text read as something else
 * (Unicode TR 36). A tab is in; a newline too, callers that print several lines split first.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
/** A line end first, which stays where text of several lines is meant. A carriage return alone goes over what is there. */
const unsafeOrLineEnd = new RegExp(`\\r?\\n|${unsafe.source}`, 'g')
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text of the server made safe for a terminal: what could move the cursor or recolour the screen is shown, not obeyed. */
export function neutralise(text: string): string {
  return text.replace(unsafe, escaped)
}

/** The same for text of several lines, whose line ends stay. */
export function neutraliseLines(text: string): string {
  return text.replace(unsafeOrLineEnd, (found) => (found.endsWith('\n') ? found : escaped(found)))
}

/**
 * What goes to stdout: safe to look at, also where it passes through a pipe first (`portico … | head`). In a pipe a
 * tab stays, which parts the columns of TSV. In JSON and in quoted YAML the escapes mean the characters they replace.
 */
export function safeText(text: string, { stdout }: Pick<Io, 'stdout'>): string {
  if (stdout.isTTY) return neutraliseLines(text)
  return text.replace(unsafeOrLineEnd, (found) => (found.endsWith('\n') || found === '\t' ? found : escaped(found)))
}

/** The same for an XML document, in which references stand for the characters (XML 1.0 section 4.1). */
export function safeXml(text: string): string {
  return text.replace(unsafeOrLineEnd, (found) =>
    found.endsWith('\n') || found === '\t' ? found : `&#x${found.charCodeAt(0).toString(16)};`,
  )
}

/** Whether {@link safeText} would replace something. */
export function isUnsafe(text: string): boolean {
  return neutraliseLines(text) !== text
}

function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
