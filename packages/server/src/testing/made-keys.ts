import { globalQuery, tenantScope } from '../kit/database/tenant-scope.ts'
import type { Database } from '../kit/database/connect.ts'
import { insertKey, keyUses } from '../providers/federation-keys/queries.ts'
import { createOurKeyPair } from '../kit/keys/key-pair.ts'
import type { SecretBox } from '../kit/secrets/secret-box.ts'
import { generateSigningKey, insertSigningKey } from '../protocols/oauth/signing-keys.ts'

/*
 * Most tests need any of our keys. Making RSA keys is slower than anything else a test does, so
 * these are made once per worker; every database seals them with its own secret key, as if it had made them.
 */

/** Quick to make, and long enough for every rule. The ordinary setting is longer. */
export const madeKeyBits = 2048

let signing: ReturnType<typeof generateSigningKey> | undefined

/** Gives a deployment without a signing key that of this worker. */
export async function giveSigningKey(database: Database, secrets: SecretBox): Promise<void> {
  await insertSigningKey(globalQuery(database), secrets, await (signing ??= generateSigningKey()))
}

const federation = new Map<string, ReturnType<typeof createOurKeyPair>>()

/** Gives a tenant without federation keys those of this worker. */
export async function giveFederationKeys(database: Database, secrets: SecretBox, tenantId: string): Promise<void> {
  const pairs = await Promise.all(
    keyUses.map(async (use) => {
      const commonName = `Portico ${use} 127.0.0.1`
      const made =
        federation.get(use) ?? createOurKeyPair({ commonName, nowMs: Date.now(), years: 10, bits: madeKeyBits })
      federation.set(use, made)
      return { use, state: 'current' as const, ...(await made) }
    }),
  )
  await tenantScope(database, tenantId).transaction(async (tx) => {
    for (const pair of pairs) await insertKey(tx, secrets, pair)
  })
}
