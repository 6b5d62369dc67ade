import { randomInt } from 'node:crypto'

import { userCodeAlphabet, userCodeLength, type DeviceRequest } from '@portico/core/contract'
import { sql, type Kysely } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import { hashToken, randomToken, type SecretBox } from '../../kit/secrets/secret-box.ts'
import { deviceCodeSecs, pollEarlySecs, pollIntervalSecs, slowDownSecs } from './limits.ts'

const attemptsMax = 5

/** Starts a device authorization request (RFC 8628 section 3.2). */
export async function insertDeviceRequest(
  db: Kysely<Tables>,
  secrets: SecretBox,
  address: string,
): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = randomToken()
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const userCode = randomUserCode()
    const result = await db
      .insertInto('device_authorizations')
      .values({
        device_code_hash: hashToken(deviceCode),
        user_code_mac: macOf(secrets, userCode),
        address,
        interval_secs: pollIntervalSecs,
        expires_at: sql<Date>`now() + make_interval(secs => ${deviceCodeSecs})`,
      })
      .onConflict((conflict) => conflict.column('user_code_mac').doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows === 1n) return { deviceCode, userCode }
  }
  throw new Error('Five user codes in a row were taken.')
}

/** The waiting request with a user code. */
export async function findWaiting(
  db: Kysely<Tables>,
  secrets: SecretBox,
  userCode: string,
): Promise<Omit<DeviceRequest, 'userCode'> | undefined> {
  const row = await db
    .selectFrom('device_authorizations')
    .select(['address', 'created_at'])
    .where('user_code_mac', 'in', macsOf(secrets, userCode))
    .where('state', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { address: row.address, requestedAt: row.created_at.toISOString() }
}

/** Records the answer; undefined when no request is pending under this code. The first answer wins. */
export async function answerWaiting(
  db: Kysely<Tables>,
  secrets: SecretBox,
  userCode: string,
  state: 'allowed' | 'denied',
): Promise<{ deviceCodeHash: Buffer; address: string; leftSecs: number } | undefined> {
  return db
    .updateTable('device_authorizations')
    .set({ state })
    .where('user_code_mac', 'in', macsOf(secrets, userCode))
    .where('state', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['device_code_hash as deviceCodeHash', 'address'])
    .returning(sql<number>`extract(epoch from expires_at - now())::float8`.as('leftSecs'))
    .executeTakeFirst()
}

type State = 'pending' | 'allowed' | 'denied' | 'used'
export type Polled = 'unknown' | 'expired' | 'too-fast' | State

/** One poll of the command line: the state of the request. Polling too fast raises the interval permanently. */
export async function poll(db: Kysely<Tables>, deviceCodeHash: Buffer): Promise<Polled> {
  const { rows } = await sql<{ state: State; expired: boolean; early: boolean }>`
    with before as (
      select device_code_hash,
             coalesce(last_polled_at + make_interval(secs => interval_secs - ${pollEarlySecs}::int) > now(), false) as early
        from device_authorizations where device_code_hash = ${deviceCodeHash} for update
    )
    update device_authorizations d
       set last_polled_at = now(), interval_secs = d.interval_secs + case when before.early then ${slowDownSecs}::int else 0 end
      from before where d.device_code_hash = before.device_code_hash
    returning d.state, d.expires_at <= now() as expired, before.early`.execute(db)
  const [row] = rows
  if (row === undefined) return 'unknown'
  if (row.state === 'denied' || row.state === 'used') return row.state
  if (row.expired) return 'expired'
  return row.state === 'pending' && row.early ? 'too-fast' : row.state
}

/** False when another request answered first. */
export async function markUsed(db: Kysely<Tables>, deviceCodeHash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('device_authorizations')
    .set({ state: 'used' })
    .where('device_code_hash', '=', deviceCodeHash)
    .where('state', '=', 'allowed')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const macPurpose = 'device-user-code'

function macOf(secrets: SecretBox, userCode: string): Buffer {
  return Buffer.from(secrets.mac(macPurpose, userCode), 'base64url')
}

/** The code may have been stored under another secret key that is accepted. */
function macsOf(secrets: SecretBox, userCode: string): Buffer[] {
  return secrets.macs(macPurpose, userCode).map((mac) => Buffer.from(mac, 'base64url'))
}

function randomUserCode(): string {
  return Array.from({ length: userCodeLength }, () => userCodeAlphabet[randomInt(userCodeAlphabet.length)] ?? '').join(
    '',
  )
}
