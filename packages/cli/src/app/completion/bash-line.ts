/** The open quotation: none, single, double, or `$'…'`. */
export type Quote = '' | "'" | '"' | "$'"

export type BashLine = {
  /** The words, without the quotes of the shell; nothing in them is expanded. The last one is being typed. */
  readonly words: readonly string[]
  readonly quote: Quote
  /** The last word is the file of a redirection. */
  readonly isRedirected: boolean
}

const blank = /[ \t\n]/
/** Characters that a backslash escapes in double quotes (POSIX.1-2017, Shell Command Language, 2.2.3). */
const escapedInDouble = /[$`"\\]/

/**
 * Splits a command line as bash does, up to the cursor. The shell could only do this with `eval`, which would run the
 * substitutions in it.
 */
export function readBashLine(line: string): BashLine {
  const words: string[] = []
  let word: string | undefined
  let quote: Quote = ''
  let [isRedirected, isTarget] = [false, false]
  const endWord = () => {
    if (word === undefined) return
    if (!isTarget) words.push(word)
    word = undefined
    isTarget = false
  }
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    const next = line[at + 1]
    if (quote === '') {
      if (blank.test(sign)) endWord()
      else if (sign === '<' || sign === '>') {
        // `2>`: the number belongs to the redirection.
        if (/^\d+$/.test(word ?? '')) word = undefined
        endWord()
        isTarget = true
        while (/[<>&|]/.test(line[at + 1] ?? '')) at += 1
      } else if (sign === '\\') {
        word = (word ?? '') + (next ?? '')
        at += 1
      } else if (sign === "'" || sign === '"') {
        quote = sign
        word ??= ''
      } else if (sign === '$' && (next === "'" || next === '"')) {
        quote = next === "'" ? "$'" : '"'
        word ??= ''
        at += 1
      } else word = (word ?? '') + sign
      continue
    }
    const end = quote === '"' ? '"' : "'"
    if (sign === end) quote = ''
    else if (sign === '\\' && isEscape(quote, next)) {
      word = (word ?? '') + (next ?? '')
      at += 1
    } else word = (word ?? '') + sign
  }
  isRedirected = isTarget
  return { words: [...words, word ?? ''], quote, isRedirected }
}

function isEscape(quote: Quote, next: string | undefined): boolean {
  if (quote === "'") return false
  return quote === "$'" || next === undefined || escapedInDouble.test(next)
}

/** Escapes a text for insertion inside the open quotation, or outside quotes. The quotation stays open. */
export function quoteForBash(text: string, quote: Quote): string {
  switch (quote) {
    case '':
      // Letters of other scripts are not syntax; every other character outside this list is escaped.
      return text.replaceAll(/[^\w./:=@%+,\u0080-\uffff-]/g, String.raw`\$&`)
    case "'":
      return text.replaceAll("'", String.raw`'\''`)
    case '"':
      // `!` starts a history expansion in double quotes, and a backslash before it would stay: close and reopen the quotes around it.
      return text.replaceAll(/[$`"\\]/g, String.raw`\$&`).replaceAll('!', String.raw`"\!"`)
    case "$'":
      return text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll('!', String.raw`\x21`)
  }
}
