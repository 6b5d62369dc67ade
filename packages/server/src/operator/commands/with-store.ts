import { existsSync } from 'node:fs'

import { appliedMigrations, migrate, pendingMigrations } from '../../kit/database/migrate.ts'
import { openExisting, openStore, type OpenedStore, type Place } from '../../app/open.ts'

/** For commands that may begin a deployment: creates what is missing, and says so, because a wrong directory is a new one. */
export async function withStore<T>(place: Place, work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const isNew = !existsSync(place.dataDir)
  const store = await openStore(place)
  if (isNew) process.stderr.write(`note: created the data directory ${place.dataDir}\n`)
  try {
    await migrate(store.database, place.log)
    return await work(store)
  } finally {
    await store.database.close()
  }
}

/** For commands that change something in a deployment that exists. */
export async function changing<T>(place: Place, work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openExisting(place)
  try {
    await refuseEmpty(store)
    await migrate(store.database, place.log)
    return await work(store)
  } finally {
    await store.database.close()
  }
}

/** For commands that only read: nothing is created, and the schema stays as it is. */
export async function reading<T>(place: Place, work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openExisting(place)
  try {
    await refuseEmpty(store)
    if ((await pendingMigrations(store.database)).length > 0)
      throw new Error('The schema is older than this version of Portico. Run portico-server migrate first.')
    return await work(store)
  } finally {
    await store.database.close()
  }
}

async function refuseEmpty({ database }: OpenedStore): Promise<void> {
  if ((await appliedMigrations(database)).size > 0) return
  throw new Error(
    'The database is empty: no server was started with it. Nothing was created. Check --data and DATABASE_URL, or begin with ' +
      'portico-server start.',
  )
}
