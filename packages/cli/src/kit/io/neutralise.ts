import type { Io } from './io.ts'

/**
 * C0 and C1 controls, DEL, line separators, and the bidirectional overrides that make text read as something else
 * (Unicode TR 36). Includes tab and newline; callers that print several lines split first.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
/** Matches a line end first, which multi-line text keeps. A lone carriage return would overwrite the line. */
const unsafeOrLineEnd = new RegExp(`\\r?\\n|${unsafe.source}`, 'g')
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Makes server text safe for a terminal: characters that could move the cursor or change colours are shown escaped. */
export function neutralise(text: string): string {
  return text.replace(unsafe, escaped)
}

/** The same for multi-line text; line ends are kept. */
export function neutraliseLines(text: string): string {
  return text.replace(unsafeOrLineEnd, (found) => (found.endsWith('\n') ? found : escaped(found)))
}

/**
 * Text for stdout, safe to display even after a pipe (`portico … | head`). In a pipe, tabs are kept as the separators of
 * TSV. In JSON and quoted YAML the escapes are equivalent to the characters they replace.
 */
export function safeText(text: string, { stdout }: Pick<Io, 'stdout'>): string {
  if (stdout.isTTY) return neutraliseLines(text)
  return text.replace(unsafeOrLineEnd, (found) => (found.endsWith('\n') || found === '\t' ? found : escaped(found)))
}

/** The same for an XML document, with character references (XML 1.0 section 4.1). */
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
