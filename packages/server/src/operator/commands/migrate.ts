import type { Logger } from 'pino'

import { migrate } from '../../kit/database/migrate.ts'
import { openStore } from '../../app/open.ts'
import type { Environment } from '../../kit/settings/variables.ts'

/** Applies the pending migrations and returns the names of those it applied; another process may have been faster. */
export async function runMigrate(place: { dataDir: string; env: Environment; log: Logger }): Promise<string[]> {
  const { database } = await openStore(place)
  try {
    return await migrate(database, place.log)
  } finally {
    await database.close()
  }
}
