/** The database cannot be reached or does not answer in time: the caller answers 503 and the client may try again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** All connections are in use and the queue is full or did not move in time. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy'
}

/** The server answers but rejects this login: its password, its role or the database was changed. */
export class DatabaseRefused extends DatabaseUnavailable {
  override name = 'DatabaseRefused'
}

/** The session only reads: the address leads to a standby, or the database was set to read-only. */
export class DatabaseReadOnly extends DatabaseUnavailable {
  override name = 'DatabaseReadOnly'
  constructor(options?: ErrorOptions) {
    super('The database accepts no changes: it is a standby, or set to read-only.', options)
  }
}

const readOnlyState = '25006'
/** Invalid authorisation (class 28, with 28P01, a wrong password) and a database that does not exist (3D000). */
const refusedStates = /^(28|3D000)/
/** SQLSTATE classes and codes of a server that is full, stopping, starting or out of disk or memory (not of a wrong query). */
const unavailableStates = /^(08|53|57P0[1-5]|57014|25P0[34])/
/** The states among them after which the server closes the connection, and the one of a read-only session. */
const closingStates = /^(08|57P0[1-5]|25P0[34]|25006)/

/**
 * Turns what pg throws for a lost, refused or silent connection into DatabaseUnavailable (or its DatabaseRefused); everything else is returned
 * as it is. pg's own errors carry no SQLSTATE, the server's always do.
 */
export function classifyError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (hasSqlState(error) && refusedStates.test(error.code))
    return new DatabaseRefused(`The database refuses the login: ${error.message}.`, { cause: error })
  if (hasSqlState(error) && error.code === readOnlyState) return new DatabaseReadOnly({ cause: error })
  if (!isFault(error)) return error
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') {
    return new DatabaseBusy('All database connections are in use.', { cause: error })
  }
  return new DatabaseUnavailable('The database does not answer.', { cause: error })
}

/** Whether the connection on which the error happened must not be used again. */
export function breaksConnection(error: unknown): boolean {
  return !hasSqlState(error) || closingStates.test(error.code)
}

function isFault(error: unknown): boolean {
  if (hasSqlState(error)) return unavailableStates.test(error.code)
  if (!(error instanceof Error)) return false
  const system = 'syscall' in error
  return (
    system ||
    isTlsFault(error) ||
    /timeout|terminated|not queryable|connection error|Connection ended/i.test(error.message)
  )
}

/** The server speaks no TLS, or its certificate is rejected: until that changes, no connection can be opened. */
export function isTlsFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isRejected = /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH$)/.test(code)
  return isRejected || error.message === 'The server does not support SSL connections'
}

function hasSqlState(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/** Why a connection failed, in one line. An attempt at several addresses of a name fails with an AggregateError, whose message is empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable && error.cause !== undefined && !(error instanceof DatabaseReadOnly))
    return reasonOf(error.cause)
  return error.message
}
