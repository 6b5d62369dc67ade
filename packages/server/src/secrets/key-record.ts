import type { Kysely } from 'kysely'

import type { Tables } from '../database/tables.ts'

/** Which secret key a database was set up with, and whether it is among ours. */
export type KeyRecord = {
  /** Throws, having changed nothing, when the database was set up with a key that is not ours. */
  check(owner: Kysely<Tables>): Promise<void>
  /** Names the sealing key in a database that names none yet. */
  write(owner: Kysely<Tables>): Promise<void>
}
