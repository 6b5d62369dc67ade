import pino, { type Logger } from 'pino'

import { DatabaseUnavailable } from './database/unavailable.ts'

/** JSON lines to a file descriptor (2: stderr) or a file. What could carry a secret is never logged; headers and bodies never are. */
export function createLog(destination: number | string, level = 'info'): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: ['*.secret', '*.token', '*.password', '*.cookie', '*.authorization'], censor: '…' },
    serializers: { err: errorFields },
  }
  // Written together: a system call for each request's line was a tenth of the request. The rest is written at exit.
  const lines = pino.destination({ dest: destination, sync: false, mkdir: true, minLength: 4096, periodicFlush: 50 })
  // Without a listener, a full disk or a closed pipe would end the process. A failed write is reported once.
  lines.once('error', (error: Error) => {
    lines.on('error', () => {})
    if (typeof destination === 'string')
      process.stderr.write(`warning: the log ${destination} cannot be written: ${error.message}\n`)
  })
  return pino(options, lines)
}

/** Fields of PostgreSQL's errors that name parts of the schema. `detail` and `where` contain values of rows. */
const databaseFields = ['table', 'column', 'constraint', 'position'] as const
const causesMax = 5

/**
 * An error as it is logged. Other properties are left out: libraries attach connections, requests and answers to their errors. An
 * unavailable database is an event outside this program, for which no stack is needed.
 */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const chain = causesOf(error)
  const code = chain.map((one) => ('code' in one ? one.code : undefined)).find((one) => typeof one === 'string')
  const fields: Record<string, unknown> = {
    type: error.name,
    message: chain
      .map(({ message }) => message)
      .filter((message) => message !== '')
      .join(': '),
    ...(code !== undefined && { code }),
  }
  if (error instanceof DatabaseUnavailable) return fields
  for (const name of databaseFields) {
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'string') fields[name] = value
  }
  return { ...fields, stack: chain.map(({ stack }) => stack).join('\ncaused by: ') }
}

/** The error, what caused it, and so on. Attempts at several addresses fail together, with an empty message. */
function causesOf(error: Error): Error[] {
  const chain: Error[] = []
  for (let one: unknown = error; one instanceof Error && chain.length < causesMax;) {
    chain.push(one)
    one = one instanceof AggregateError ? (one.errors as unknown[])[0] : one.cause
  }
  return chain
}
