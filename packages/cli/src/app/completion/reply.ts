import type { Candidate } from '../../kit/command-kit/candidate.ts'
import { neutralise } from '../../kit/io/neutralise.ts'
import { quoteForBash, type Quote } from './bash-line.ts'
import type { Completion } from './candidates.ts'
import type { CompletionRequest } from './request.ts'

/** The reply in the format that a shell's script (shells.ts) reads. Without a shell: the format of older scripts and PowerShell. */
export function replyFor(shell: string | undefined, found: Completion, request: CompletionRequest): string {
  if (found === 'files') return shell === 'bash' ? 'files\n' : ':files\n'
  // A name with control or bidirectional characters cannot be typed: offer the object's id.
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
 * fish adds a blank after a single candidate, unless it ends with one of `/=@:.,-`. If the word can continue with a
 * comma, a second candidate with the comma makes fish insert the common prefix without a blank.
 */
function fishReply(candidates: readonly Candidate[]): string {
  const [first] = candidates
  const isOnly = candidates.length === 1 && first?.goesOn === true && !/[/=@:.,-]$/.test(first.value)
  return [...candidates, ...(isOnly ? [{ value: `${first.value},`, text: 'and more' }] : [])].map(line).join('')
}

/** First the flags for all candidates, then each candidate as it is inserted. */
function bashReply(candidates: readonly Candidate[], { replaced }: CompletionRequest): string {
  const { fixed, quote } = replaced ?? { fixed: '', quote: '' }
  const fits = candidates.filter(({ value }) => value.startsWith(fixed))
  const values = fits.map(({ value }) => `${closed(quoteForBash(value.slice(fixed.length), quote), quote)}\n`)
  return `${fits.some(({ goesOn }) => goesOn === true) ? 'nospace' : ''}\n${values.join('')}`
}

/** bash closes the quotation after a single candidate, unless it ends with the same quote character. */
function closed(text: string, quote: Quote): string {
  const sign = quote.slice(-1)
  return sign !== '' && text.endsWith(sign) ? text + sign : text
}

function line({ value, text }: Candidate): string {
  return `${value}\t${neutralise(text)}\n`
}
