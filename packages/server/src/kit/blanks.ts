/**
 * A value without the blanks around it, in assertions and tokens alike. Blanks are XML's four characters: those of other scripts tell
 * names apart like any other character.
 */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  // No pattern: one for the end takes quadratic time on a long run of blanks in the middle.
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r'
}
