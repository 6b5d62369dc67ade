/**
 * C0 and C1 controls, DEL, line separators, and the bidirectional overrides that make text read as something else
 * (Unicode TR 36). A tab is in; a newline too, callers that print several lines split first.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text of the server made safe for a terminal: what could move the cursor or recolour the screen is shown, not obeyed. */
export function neutralise(text: string): string {
  return text.replace(
    unsafe,
    (character) => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same for text of several lines, whose newlines stay. */
export function neutraliseLines(text: string): string {
  return text.split('\n').map(neutralise).join('\n')
}
