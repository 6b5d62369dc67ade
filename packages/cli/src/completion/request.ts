import { readBashLine, type Quote } from './bash-line.ts'

/** What a completion script asks. `words`: of the line, without the program; the last one is being typed. */
export type CompletionRequest = {
  readonly words: readonly string[]
  readonly isRedirected?: boolean
  /** What bash replaces begins behind this much of the last word, and in this quotation. */
  readonly replaced?: { readonly fixed: string; readonly quote: Quote }
}

/**
 * zsh, fish and PowerShell hand over words that they took out of their quotes. bash hands over the line up to the cursor
 * and the end of it that it would replace, which begins at COMP_WORDBREAKS (`:`, `=`) and behind an open quote.
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
