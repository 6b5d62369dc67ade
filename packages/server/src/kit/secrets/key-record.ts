import type { Kysely } from 'kysely'

import type { Tables } from '../database/tables.ts'

/** Which secret key a database was set up with, and whether the server has it. */
export type KeyRecord = {
  /** Throws, without changing anything, when the database was set up with a key that the server does not have. */
  check(owner: Kysely<Tables>): Promise<void>
  /** Records the sealing key in a database that has none recorded. */
  write(owner: Kysely<Tables>): Promise<void>
}
