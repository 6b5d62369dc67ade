/** One or two letters for a name: the first of its first two words, or the first two of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map(firstLetter) : lettersOf(words[0] ?? '?').slice(0, 2)
  return letters.map((letter, index) => (index === 0 ? letter.toLocaleUpperCase() : letter)).join('')
}

function firstLetter(word: string): string {
  return (lettersOf(word)[0] ?? '').toLocaleUpperCase()
}

/** One grapheme: a letter with its combining marks. */
function lettersOf(word: string): string[] {
  return Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
}
