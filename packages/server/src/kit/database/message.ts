import pg from 'pg'
import type { StatementNames } from './statement-name.ts'

/** One statement of a message. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Prepared under this name; without it statement-name.ts decides. */
  readonly name?: string
  /** Its rows are not needed. */
  readonly isSilent?: boolean
}

/** What is known of the statements prepared on one connection. */
export interface Prepared {
  readonly nameOf: StatementNames
  readonly names: Set<string>
  /** Part of a message that failed: the server may have prepared them before it did. */
  readonly doubtful: Set<string>
}

/**
 * Sends statements in one message and resolves with the result of each: one write and one answer for all (PostgreSQL manual,
 * "Extended Query", Sync). The server executes none after the first that fails, whose error is thrown.
 */
export function sendMessage(
  client: pg.ClientBase,
  statements: readonly Statement[],
  prepared: Prepared,
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Message(statements, prepared, (error, results) =>
        error === null || error === undefined ? resolve(results ?? []) : reject(error),
      ),
    )
  })
}

/** The parts of pg's connection that send (pg-protocol). */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  close(what: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}

type Bound = { readonly sql: string; readonly name: string; readonly values: unknown[]; readonly isSilent: boolean }
type Building = pg.QueryResult & {
  _types?: unknown
  addFields(fields: unknown): void
  addRow(row: unknown): void
  addCommandComplete(message: unknown): void
  parseRow(fields: unknown): unknown
}
/** What pg gives to packages that send in their own way; its types leave it out. */
const { Result, utils } = pg as unknown as {
  Result: new (mode?: undefined, types?: unknown) => Building
  utils: { prepareValue(value: unknown): unknown }
}

/** The interface of pg's queries that are not its own, such as pg-cursor's. */
class Message implements pg.Submittable {
  callback: (error?: Error | null, results?: pg.QueryResult[]) => void
  /** The client gives it the parsers of values. */
  readonly _result = new Result()
  readonly #statements: readonly Bound[]
  readonly #prepared: Prepared
  readonly #results: Building[] = []
  #current = this._result
  #failure: Error | undefined

  constructor(statements: readonly Statement[], prepared: Prepared, callback: Message['callback']) {
    this.callback = callback
    this.#prepared = prepared
    // Before anything is written: a value that cannot be sent throws.
    this.#statements = statements.map(({ sql, parameters, name, isSilent = false }) => ({
      sql,
      name: name ?? prepared.nameOf(sql, parameters) ?? '',
      values: parameters.map((value) => utils.prepareValue(value)),
      isSilent,
    }))
  }

  /** For people who read what is sent. */
  get text(): string {
    return this.#statements.map(({ sql }) => sql).join('; ')
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    try {
      for (const statement of this.#statements) this.#write(wire, statement)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  #write(wire: Wire, { sql, name, values, isSilent }: Bound): void {
    const { names, doubtful } = this.#prepared
    // Closing an unknown name does nothing.
    if (doubtful.delete(name)) wire.close({ type: 'S', name })
    if (!names.has(name)) {
      wire.parse({ name, text: sql })
      if (name !== '') names.add(name)
    }
    wire.bind({ statement: name, values })
    if (!isSilent) wire.describe({ type: 'P' })
    wire.execute()
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.#current.addFields(fields)
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    if (this.#failure !== undefined || this.#statements[this.#results.length]?.isSilent === true) return
    try {
      this.#current.addRow(this.#current.parseRow(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#current.addCommandComplete(message)
    this.#next()
  }

  handleEmptyQuery(): void {
    this.#next()
  }

  #next(): void {
    this.#results.push(this.#current)
    this.#current = new Result(undefined, this._result._types)
  }

  handleError(error: Error): void {
    const { names, doubtful } = this.#prepared
    for (const { name } of this.#statements.slice(this.#results.length)) if (names.delete(name)) doubtful.add(name)
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#results)
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY is not supported in a message.')
  }

  handleCopyData(): void {}
}
