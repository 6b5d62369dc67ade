import type { Logger } from 'pino'

import { migrate, pendingMigrations } from '../database/migrate.ts'
import { openStore, type Environment } from '../open.ts'

/** Applies what is pending and answers its names. */
export async function runMigrate(place: { dataDir: string; env: Environment; log: Logger }): Promise<string[]> {
  const { database } = await openStore(place)
  try {
    const pending = await pendingMigrations(database)
    await migrate(database, place.log)
    return pending
  } finally {
    await database.close()
  }
}
