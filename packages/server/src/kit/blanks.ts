/**
 * A value without the blanks around it, for assertions and tokens. Blanks are the four white-space characters of XML: other Unicode
 * spaces are part of a name.
 */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  // Not a regular expression: trimming the end with one takes quadratic time on a long run of blanks in the middle.
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r'
}
