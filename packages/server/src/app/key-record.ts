import { type Kysely, sql } from 'kysely'

import type { Tables } from '../kit/database/tables.ts'
import { providerSecretContext } from '../providers/identity-providers/queries.ts'
import { signingKeyContext } from '../protocols/oauth/signing-keys.ts'
import { opensWith } from '../kit/secrets/secret-box.ts'
import type { SecretKey } from '../kit/secrets/secret-key.ts'
import type { SecretKeys } from '../kit/secrets/secret-keys.ts'
import type { KeyRecord } from '../kit/database/connect.ts'

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

/** `creates`: a deployment that has no key yet gets one. */
export function keyRecord(keys: SecretKeys, { creates = true } = {}): KeyRecord {
  return {
    async check(owner) {
      const wanted = await recordedKey(owner)
      if (wanted !== undefined) {
        if (!keys.use(wanted)) throw wrongKey(keys, wanted)
        return
      }
      const samples = await sealedSamples(owner)
      const fitting = keys.all().find((key) => samples.some((sample) => opens(key, sample)))
      if (fitting !== undefined) keys.use(fitting.id)
      else if (samples.length > 0) throw wrongKey(keys, undefined)
      else if (creates) keys.ensure()
    },
    async write(owner) {
      const [key] = keys.all()
      if (key === undefined || !(await exists(owner, 'secret_keys'))) return
      await sql`
        insert into secret_keys (id, state) values (${key.id}, 'current') on conflict do nothing`.execute(owner)
    },
  }
}

/** The id of the key that seals; undefined in a new database. */
export async function recordedKey(db: Kysely<Tables>): Promise<string | undefined> {
  if (!(await exists(db, 'secret_keys'))) return undefined
  const row = await db.selectFrom('secret_keys').select('id').where('state', '=', 'current').executeTakeFirst()
  return row?.id
}

type Sample = { readonly sealed: Buffer; readonly context: string }

/** A few sealed texts, of tables that the owner can read. */
async function sealedSamples(owner: Kysely<Tables>): Promise<Sample[]> {
  const samples: Sample[] = []
  if (await exists(owner, 'signing_keys')) {
    const rows = await owner.selectFrom('signing_keys').select(['kid', 'private_jwk']).limit(5).execute()
    samples.push(...rows.map((row) => ({ sealed: row.private_jwk, context: signingKeyContext(row.kid) })))
  }
  if (await exists(owner, 'identity_providers')) {
    const rows = await owner
      .selectFrom('identity_providers')
      .select(['id', 'secrets'])
      .where('secrets', 'is not', null)
      .limit(5)
      .execute()
    samples.push(...rows.map((row) => ({ sealed: row.secrets ?? Buffer.of(), context: providerSecretContext(row.id) })))
  }
  return samples
}

function opens(key: SecretKey, { sealed, context }: Sample): boolean {
  return opensWith(key, sealed, context)
}

async function exists(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)
  return rows[0]?.found === true
}

function wrongKey(keys: SecretKeys, wanted: string | undefined): WrongSecretKey {
  const ours = keys.all().length === 0 ? 'There is no secret key' : 'The secret key does not fit this database'
  const id = wanted === undefined ? '' : ` (key id ${wanted})`
  return new WrongSecretKey(
    `${ours}: the database was set up with another one${id}. Nothing was changed. Start with the PORTICO_SECRET_KEY, ` +
      'or the secret.key file, of this deployment.',
  )
}
