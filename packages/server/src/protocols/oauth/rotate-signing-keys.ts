import { sql } from 'kysely'

import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { generateSigningKey, insertSigningKey, signingAlgorithm } from './signing-keys.ts'

/** Applications cache our key set for 5 minutes (Cache-Control of the route): a key is published well before it signs. */
const publishSecs = 600

/**
 * Publishes a new signing key. It signs after 10 minutes, when every copy of the key set has it; the previous key is
 * withdrawn half an hour later (see loadSigningKeys). With `now` it signs, and all others are withdrawn, immediately.
 */
export async function rotateSigningKeys(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  now: boolean,
): Promise<{ kid: string; signsFrom: Date }> {
  const key = await generateSigningKey()
  return globalQuery(database)
    .transaction()
    .execute(async (db) => {
      await sql`lock table signing_keys in share row exclusive mode`.execute(db)
      if (now) {
        await sql`update signing_keys set retired_at = now()
                   where algorithm = ${signingAlgorithm} and retired_at is null`.execute(db)
        return insertSigningKey(db, secrets, key)
      }
      const waiting = await db
        .selectFrom('signing_keys')
        .select(['kid', 'signs_from as signsFrom'])
        .where('algorithm', '=', signingAlgorithm)
        .where('retired_at', 'is', null)
        .where('signs_from', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return waiting ?? insertSigningKey(db, secrets, key, publishSecs)
    })
}
