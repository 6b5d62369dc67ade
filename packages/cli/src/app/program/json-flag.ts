/**
 * `--json` takes an optional list of fields, and commander would take any next word as its value: in
 * `get --json my-account` the word is the account. The next word is a list only if it consists of field names.
 */
export function settleJsonFlag(argv: readonly string[], isField: (name: string) => boolean): string[] {
  const settled: string[] = []
  let literal = false
  argv.forEach((word, at) => {
    literal ||= word === '--'
    const next = argv[at + 1]
    const takesNext = next !== undefined && (next.includes(',') || isField(next))
    settled.push(word === '--json' && !literal && next !== undefined && !takesNext ? '--json=' : word)
  })
  return settled
}

/** Whether failures are printed as JSON; called before parsing. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  return words.some(
    (word, at) =>
      word === '--json' ||
      word.startsWith('--json=') ||
      /^(?:-o|--output=)=?jsonl?$/.test(word) ||
      ((word === '-o' || word === '--output') && /^jsonl?$/.test(words[at + 1] ?? '')),
  )
}
