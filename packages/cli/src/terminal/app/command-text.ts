/** A command line of ours, quoted for a POSIX shell where a word needs it. */
export function commandText(words: readonly string[]): string {
  return ['portico', ...words].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
