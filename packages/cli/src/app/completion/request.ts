import { readBashLine, type Quote } from './bash-line.ts'

/** A completion script's request. `words`: the line without the program; the last word is being typed. */
export type CompletionRequest = {
  readonly words: readonly string[]
  readonly isRedirected?: boolean
  /** Length of the last word's prefix that bash does not replace, and the open quotation there. */
  readonly replaced?: { readonly fixed: string; readonly quote: Quote }
}

/**
 * zsh, fish and PowerShell pass unquoted words. bash passes the line up to the cursor and the part at its end that it
 * would replace, which starts after a character of COMP_WORDBREAKS (`:`, `=`) or an open quote.
 */
export function readRequest(shell: string | undefined, args: readonly string[]): CompletionRequest {
  if (shell !== 'bash') return { words: args }
  const [line = '', tail = ''] = args
  const { words, isRedirected } = readBashLine(line)
  const kept = line.endsWith(tail) ? line.slice(0, line.length - tail.length) : line
  const before = readBashLine(kept)
  const fixed = before.words.at(-1) ?? ''
  return { words: words.slice(1), isRedirected, replaced: { fixed, quote: before.quote } }
}
