import type { Database } from '../kit/database/connect.ts'
import { globalQuery } from '../kit/database/tenant-scope.ts'

/** Notes the base URL that a server starts with, for commands on the host that print addresses of it. */
export async function noteBaseUrl(database: Database, baseUrl: string): Promise<void> {
  const row = { base_url: baseUrl }
  await globalQuery(database)
    .insertInto('server_address')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** The base URL of the server that started last; undefined if none ever did. */
export async function lastBaseUrl(database: Database): Promise<string | undefined> {
  const row = await globalQuery(database).selectFrom('server_address').select('base_url').executeTakeFirst()
  return row?.base_url
}
