import type { CliSignInError, Words } from '@portico/core'

export function errorSentence(words: Words, error: CliSignInError): string {
  if (error.kind === 'shape') return words.say('cli.codeShape')
  if (error.kind === 'unknown') return words.say('cli.codeUnknown', { count: error.wrongCodesLeft })
  return error.message
}
