import { existsSync } from 'node:fs'

import { writeBackup } from '../backup/write.ts'
import { newerMigrations, appliedMigrations } from '../../kit/database/migrate.ts'
import { recordBackup } from '../key-rotation/backup-record.ts'
import type { Place } from '../../app/open.ts'
import { sentencesOf } from '../../kit/process/start-errors.ts'
import { reading } from './with-store.ts'

/** `warning`: what makes the backup worthless, as a sentence. */
export type RanBackup = { readonly lines: readonly string[]; readonly warning: string | undefined }

/** Writes a backup and returns the text for the operator. */
export async function runBackup(place: Place, file: string): Promise<RanBackup> {
  return reading(place, async ({ database, keys, auditKeys }) => {
    const unknown = await newerMigrations(database)
    if (unknown.length > 0)
      throw new Error(
        `The schema is newer than this version of Portico (${unknown.join(', ')}). Use the version that wrote it.`,
      )
    const applied = [...(await appliedMigrations(database))].toSorted()
    const written = await writeBackup(database.ownerConnection(), { file, keys: keys.all(), migrations: applied })
    const unrecorded = await recordBackup(database.owner, written.keys, written.madeAt).then(
      () => [],
      // On a standby, for example: the backup is complete.
      (error: unknown) => [`The backup could not be put on record for rotate-keys: ${sentencesOf(error).join(' ')}`],
    )
    const rows = written.tables.reduce((sum, table) => sum + table.rows, 0)
    const held = place.env['PORTICO_SECRET_KEY'] ? 'the value of PORTICO_SECRET_KEY' : `${place.dataDir}/secret.key`
    const lines = [
      ...written.tables.map((table) => `${String(table.rows).padStart(10)}  ${table.name}`),
      `wrote ${file}: ${rows} rows of ${written.tables.length} tables`,
      `Keep a copy of ${held} too, in another place (key id ${written.keys.join(', ')}): without it the backup cannot be restored.`,
      ...unrecorded,
      ...(existsSync(auditKeys.file)
        ? [`Keep a copy of ${auditKeys.file} there too: without it the audit log cannot be verified.`]
        : []),
    ]
    return { lines, warning: isEmpty(written.tables) ? withoutTenants(place, file) : undefined }
  })
}

const isEmpty = (tables: readonly { name: string; rows: number }[]): boolean =>
  tables.every(({ name, rows }) => name !== 'tenants' || rows === 0)

function withoutTenants({ dataDir, env }: Place, file: string): string {
  const place = env['DATABASE_URL'] ? 'the database of DATABASE_URL' : `the embedded database of ${dataDir}`
  return `${file} contains no tenants: ${place} has none. Check that this is the database of your deployment.`
}
