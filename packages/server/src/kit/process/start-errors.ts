import { DatabaseUnavailable, reasonOf } from '../database/unavailable.ts'
import { SettingsError } from '../settings/variables.ts'

const noSpace = /ENOSPC|no space left on device/i

/** What an operator reads when a command fails: sentences, one a line, and never a stack. */
export function sentencesOf(error: unknown): string[] {
  if (error instanceof SettingsError) return error.message.split('\n')
  const chain = [...causes(error)]
  const full = chain.find((one) => noSpace.test(one.message) || codeOf(one) === '53100')
  if (full !== undefined) return [`There is no space left on the disk${placeOf(full)}. Free some and try again.`]
  const crowded = chain.find((one) => codeOf(one) === '53300')
  if (crowded !== undefined)
    return [`PostgreSQL accepts no more connections (${crowded.message}). Raise its limit, or lower PORTICO_POOL_SIZE.`]
  const known = chain.map((one) => sentencesByCode[codeOf(one)]).find((sentence) => sentence !== undefined)
  if (known !== undefined) return [known]
  const [first] = chain
  if (first === undefined) return [String(error)]
  if (first instanceof DatabaseUnavailable) return [withReason(first)]
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(first)) && pathOf(first) !== ''
  return [denied ? `${pathOf(first)} cannot be read or written (${codeOf(first)}).` : sentenceOf(first)]
}

const filesOpen =
  'Too many files are open. Raise the limit of the user (ulimit -n, or LimitNOFILE of the service), and try again.'
const poolerForgets =
  'The pooler in DATABASE_URL does not keep prepared statements. Use session mode, or PgBouncer 1.21 or newer with max_prepared_statements.'

/** Errors of the operating system, and of PostgreSQL by SQLSTATE, whose own text does not say what to do. */
const sentencesByCode: Readonly<Record<string, string>> = {
  EMFILE: filesOpen,
  ENFILE: filesOpen,
  '26000': poolerForgets,
  '42P05': poolerForgets,
}

/** Describes what is at a path that a person named; other messages are returned unchanged, with all lines. */
function sentenceOf(error: Error): string {
  const path = pathOf(error)
  if (path !== '' && codeOf(error) === 'ENOENT') return `${path} cannot be found.`
  if (codeOf(error) === 'EISDIR') return `${path === '' ? 'What was named' : path} is a folder. A file is needed.`
  return error.message
}

/** The sentence for callers of the server leaves the reason out; an operator needs it. */
function withReason(error: DatabaseUnavailable): string {
  const reason = reasonOf(error)
  return error.message.includes(reason) ? error.message : `${error.message.replace(/\.$/, '')} (${reason}).`
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
