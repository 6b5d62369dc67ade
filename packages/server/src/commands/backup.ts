import { existsSync } from 'node:fs'

import { writeBackup } from '../backup/write.ts'
import { appliedMigrations, pendingMigrations } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import { openStore, type Place } from '../open.ts'

/** Writes a backup and returns the text for the operator. Changes nothing in the database. */
export async function runBackup(place: Place, file: string): Promise<string[]> {
  const { database, keys, auditKeys } = await openStore(place)
  try {
    const applied = [...(await appliedMigrations(database))].toSorted()
    if ((await pendingMigrations(database)).length > 0)
      throw new Error('The schema is older than this version of Portico. Run portico-server migrate first.')
    const unknown = applied.filter((name) => !(name in migrations))
    if (unknown.length > 0)
      throw new Error(
        `The schema is newer than this version of Portico (${unknown.join(', ')}). Use the version that wrote it.`,
      )
    const written = await writeBackup(database.ownerConnection(), { file, keys: keys.all(), migrations: applied })
    const rows = written.tables.reduce((sum, table) => sum + table.rows, 0)
    const held = place.env['PORTICO_SECRET_KEY'] ? 'the value of PORTICO_SECRET_KEY' : `${place.dataDir}/secret.key`
    return [
      ...written.tables.map((table) => `${String(table.rows).padStart(10)}  ${table.name}`),
      `wrote ${file}: ${rows} rows of ${written.tables.length} tables`,
      `Keep a copy of ${held} too, in another place (key id ${written.keys.join(', ')}): without it the backup cannot be restored.`,
      ...(existsSync(auditKeys.file)
        ? [`Keep a copy of ${auditKeys.file} there too: without it the audit log cannot be verified.`]
        : []),
    ]
  } finally {
    await database.close()
  }
}
