/** A portico command line, quoted for a POSIX shell where needed. */
export function commandText(words: readonly string[]): string {
  return ['portico', ...words].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
