import { SettingsError } from './variables.ts'

const noSpace = /ENOSPC|no space left on device/i

/** What an operator reads when a command fails: sentences, one a line, and never a stack. */
export function sentencesOf(error: unknown): string[] {
  if (error instanceof SettingsError) return error.message.split('\n')
  const chain = [...causes(error)]
  const full = chain.find((one) => noSpace.test(one.message) || codeOf(one) === '53100')
  if (full !== undefined) return [`There is no space left on the disk${placeOf(full)}. Free some and try again.`]
  const [first] = chain
  if (first === undefined) return [String(error)]
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(first)) && pathOf(first) !== ''
  return [denied ? `${pathOf(first)} cannot be read or written (${codeOf(first)}).` : sentenceOf(first)]
}

/** Describes what is at a path that a person named; other messages are returned unchanged, with all lines. */
function sentenceOf(error: Error): string {
  const path = pathOf(error)
  if (path !== '' && codeOf(error) === 'ENOENT') return `${path} cannot be found.`
  if (codeOf(error) === 'EISDIR') return `${path === '' ? 'What was named' : path} is a folder. A file is needed.`
  return error.message
}

function* causes(error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) yield one
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function pathOf(error: Error): string {
  return 'path' in error && typeof error.path === 'string' ? error.path : ''
}

function placeOf(error: Error): string {
  return pathOf(error) === '' ? '' : ` of ${pathOf(error)}`
}
