import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'

import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Tables } from '../../kit/database/tables.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Kysely } from 'kysely'

/** The private half as a JWK, named by its RFC 7638 thumbprint. */
export type SigningKey = { readonly kid: string; readonly privateJwk: JsonWebKey; readonly publicJwk: JsonWebKey }

export const signingAlgorithm = 'RS256'

const creationLock = 7_067_846

/** A key is withdrawn this long after the next one began to sign: tokens live 15 minutes, and copies of the key set 5. */
const overlapSecs = 1_800

/**
 * The deployment's keys, the signing key first; all of them are published, and verify. A new key is published before it
 * signs (`signs_from`), by the database's clock. Creates the first key; processes that start together agree on it.
 */
export async function loadSigningKeys({
  database,
  secrets,
}: Pick<Deps, 'database' | 'secrets'>): Promise<SigningKey[]> {
  const stored = await readKeys(globalQuery(database))
  const rows = stored.length > 0 ? stored : await createFirst(database, secrets)
  return rows.map((row) => ({
    kid: row.kid,
    privateJwk: openKey(row, secrets),
    publicJwk: row.public_jwk as JsonWebKey,
  }))
}

type Row = { readonly kid: string; readonly private_jwk: Buffer; readonly public_jwk: Record<string, unknown> }

function readKeys(db: Kysely<Tables>): Promise<Row[]> {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk', 'public_jwk'])
    .where('algorithm', '=', signingAlgorithm)
    .where('retired_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from signing_keys later
        where later.algorithm = ${signingAlgorithm} and later.retired_at is null
          and later.signs_from > signing_keys.signs_from
          and later.signs_from < now() - make_interval(secs => ${overlapSecs}))`,
    )
    .orderBy(sql`signs_from <= now()`, 'desc')
    .orderBy('signs_from', 'desc')
    .orderBy('kid')
    .execute()
}

async function createFirst(database: Database, secrets: Deps['secrets']): Promise<Row[]> {
  const key = await generateSigningKey()
  return globalQuery(database)
    .transaction()
    .execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${creationLock})`.execute(db)
      const others = await readKeys(db)
      if (others.length > 0) return others
      await insertSigningKey(db, secrets, key)
      return readKeys(db)
    })
}

/** Stores a key that signs `afterSecs` from now. */
export async function insertSigningKey(
  db: Kysely<Tables>,
  secrets: Deps['secrets'],
  key: SigningKey,
  afterSecs = 0,
): Promise<{ kid: string; signsFrom: Date }> {
  return db
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      algorithm: signingAlgorithm,
      private_jwk: secrets.seal(JSON.stringify(key.privateJwk), signingKeyContext(key.kid)),
      public_jwk: JSON.stringify(key.publicJwk),
      signs_from: sql<Date>`now() + make_interval(secs => ${afterSecs})`,
      retired_at: null,
    })
    .returning(['kid', 'signs_from as signsFrom'])
    .executeTakeFirstOrThrow()
}

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const publicJwk = publicKey.export({ format: 'jwk' })
  return { kid: thumbprintOf(publicJwk), privateJwk: privateKey.export({ format: 'jwk' }), publicJwk }
}

/** RFC 7638 section 3.2: the members of an RSA key in this order. */
function thumbprintOf({ e, kty, n }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}

function openKey(row: Row, secrets: Deps['secrets']): JsonWebKey {
  try {
    return JSON.parse(secrets.open(row.private_jwk, signingKeyContext(row.kid))) as JsonWebKey
  } catch (cause) {
    throw new Error(
      'The signing key in the database cannot be opened with this secret key. Start with the PORTICO_SECRET_KEY, or the secret.key file, that the database was set up with.',
      { cause },
    )
  }
}

export function signingKeyContext(kid: string): string {
  return `signing-key:${kid}`
}
