import { neutralise } from '../output/neutralise.ts'
import { quoteForBash, type Quote } from './bash-line.ts'
import type { Candidate, Completion } from './candidates.ts'
import type { CompletionRequest } from './request.ts'

/** The answer that the script of a shell (shells.ts) reads. Without a shell: that of older scripts, and of PowerShell. */
export function replyFor(shell: string | undefined, found: Completion, request: CompletionRequest): string {
  if (found === 'files') return shell === 'bash' ? 'files\n' : ':files\n'
  // What a terminal would obey, or what reads as another name, cannot be typed: the object's id can.
  const typable = found.flatMap((candidate) => {
    if (neutralise(candidate.value) === candidate.value) return candidate
    return candidate.id === undefined ? [] : { value: candidate.id, text: candidate.value }
  })
  if (typable.length === 0) return ''
  switch (shell) {
    case 'bash':
      return bashReply(typable, request)
    case 'zsh':
      return typable.map((one) => `${one.goesOn === true ? '+' : '-'}${line(one)}`).join('')
    case 'fish':
      return fishReply(typable)
    default:
      return typable.map(line).join('')
  }
}

/**
 * fish puts a blank behind an only candidate, unless that ends with one of `/=@:.,-`. Where the word can go on with a
 * comma, that is the second candidate: fish then inserts what both begin with, and no blank.
 */
function fishReply(candidates: readonly Candidate[]): string {
  const [first] = candidates
  const isOnly = candidates.length === 1 && first?.goesOn === true && !/[/=@:.,-]$/.test(first.value)
  return [...candidates, ...(isOnly ? [{ value: `${first.value},`, text: 'and more' }] : [])].map(line).join('')
}

/** First what holds for all candidates, then each as it is put on the line. */
function bashReply(candidates: readonly Candidate[], { replaced }: CompletionRequest): string {
  const { fixed, quote } = replaced ?? { fixed: '', quote: '' }
  const fits = candidates.filter(({ value }) => value.startsWith(fixed))
  const values = fits.map(({ value }) => `${closed(quoteForBash(value.slice(fixed.length), quote), quote)}\n`)
  return `${fits.some(({ goesOn }) => goesOn === true) ? 'nospace' : ''}\n${values.join('')}`
}

/** bash closes the quotation behind the only candidate, but not where that ends with the same sign. */
function closed(text: string, quote: Quote): string {
  const sign = quote.slice(-1)
  return sign !== '' && text.endsWith(sign) ? text + sign : text
}

function line({ value, text }: Candidate): string {
  return `${value}\t${neutralise(text)}\n`
}
