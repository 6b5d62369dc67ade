import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type Transaction } from 'kysely'

/** A statement: of a query builder, or of `sql`. */
export interface Sendable<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>
}

/** The result of a statement that waits; asking for it sends the message. */
export interface Later<Row> {
  rows(): Promise<Row[]>
}

/** How the driver sends a statement instead of at once: see the functions below. */
export const sending = Symbol('how a statement is sent')

export type Sending =
  | { readonly kind: 'later'; settle(result: QueryResult<unknown>): void; fail(error: unknown): void }
  /** Sends what waits. */
  | { readonly kind: 'now' }
  | { readonly kind: 'last' }

export type SentQuery = CompiledQuery & { readonly [sending]?: Sending }

/**
 * Sends a statement with the next one of its transaction, or with its commit, in one message. If it fails, so does what it
 * is sent with. Statements run in the order of the calls.
 *
 * It stays where sign-ins, SCIM and what both write use it: sent one by one, their statements cost an OpenID Connect sign-in
 * 8 % more of the server's processor time and that of a returning person 19 % (medians of five pairs of `npm run bench -- --only
 * sign-ins`), and SCIM creates 8 % fewer people a second (three pairs of `--only scim`). SAML sign-ins gained nothing then. When
 * the questions at the end of a sign-in were sent together too, its processor time went from +10, +1, +15 and +16 % (OpenID
 * Connect, returning, SAML, returning) of an older build's to -11, +2, +12 and +2 % (medians of three pairs each).
 */
export async function sendLater<Row, T>(db: Transaction<T>, query: Sendable<Row>): Promise<Later<Row>> {
  let how: Extract<Sending, { kind: 'later' }> | undefined
  let waits = true
  const result = new Promise<QueryResult<Row>>((resolve, reject) => {
    how = { kind: 'later', settle: (found) => resolve(found as QueryResult<Row>), fail: reject }
  }).finally(() => (waits = false))
  // What it was sent with throws the same error.
  result.catch(() => {})
  await db.executeQuery(sent(query.compile(db), how))
  return {
    async rows() {
      if (waits) await db.executeQuery(sent(nothing, { kind: 'now' }))
      return (await result).rows
    },
  }
}

/**
 * The last statement of a transaction, with its commit in the same message: what it reads or writes is committed when its
 * rows are answered, and what the caller throws afterwards rolls nothing back.
 */
export async function sendLast<Row, T>(db: Transaction<T>, query: Sendable<Row>): Promise<QueryResult<Row>> {
  return (await db.executeQuery(sent(query.compile(db), { kind: 'last' }))) as QueryResult<Row>
}

const nothing = CompiledQuery.raw('')

function sent(query: CompiledQuery, how: Sending | undefined): SentQuery {
  return how === undefined ? query : { ...query, [sending]: how }
}
