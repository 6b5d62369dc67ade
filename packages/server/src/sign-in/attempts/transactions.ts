import { sql } from 'kysely'

import type { AttemptPurpose } from '../../kit/database/tables.ts'
import { sendLast, sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken, type SecretBox } from '../../kit/secrets/secret-box.ts'
import type { WaitingAcceptance } from '../../providers/primary-idp/acceptance.ts'
import type { AttemptTest } from './attempt-test.ts'

/** How long a sign-in may take. */
export const transactionSecs = 600

/** Where a sign-in leads unless it was started for another page. */
export const launcherPath = '/portal'

/** What only the server knows of an attempt. */
export type AttemptSecrets = {
  /** What was typed; empty where a provider's own page began the attempt. */
  readonly username: string
  readonly oidc?: { readonly nonce: string; readonly pkceVerifier: string }
  /** The provider was asked to check the person's credentials again. */
  readonly forceAuthn?: boolean
  /** Another site began it, and the person has pressed nothing here. */
  readonly byOtherSite?: boolean
  /** The person has accepted a switch, which waits for this sign-in. */
  readonly acceptance?: WaitingAcceptance
  readonly saml?: { readonly requestId: string }
  /** A sign-out that started here waits for the provider's answer. */
  readonly samlLogout?: { readonly requestId: string }
}

export type Attempt = {
  readonly id: string
  readonly identityProviderId: string
  readonly purpose: AttemptPurpose
  readonly configVersion: number
  readonly returnPath: string
  /** The row of the flight recorder. */
  readonly recordId: string | undefined
  readonly test: AttemptTest | undefined
  readonly bindingHash: Buffer
  readonly secrets: AttemptSecrets
  /** Parameters that arrived by cross-site form. */
  readonly answer: Readonly<Record<string, string>> | undefined
}

export async function insertAttempt(
  tx: TenantTransaction,
  box: SecretBox,
  attempt: {
    id: string
    state: string
    binding: string
    identityProviderId: string
    configVersion: number
    returnPath: string
    secrets: AttemptSecrets
    purpose?: AttemptPurpose
    recordId: string | null
    test?: AttemptTest | undefined
  },
): Promise<void> {
  const insert = tx.db.insertInto('sign_in_transactions').values({
    tenant_id: tx.tenantId,
    id: attempt.id,
    state_hash: hashToken(attempt.state),
    identity_provider_id: attempt.identityProviderId,
    config_version: attempt.configVersion,
    purpose: attempt.purpose ?? 'login',
    record_id: attempt.recordId,
    test_id: attempt.test?.id ?? null,
    fingerprint: attempt.test?.fingerprint ?? null,
    binding_hash: hashToken(attempt.binding),
    secrets: box.seal(JSON.stringify(attempt.secrets), attemptContext(attempt.id)),
    return_path: attempt.returnPath,
    expires_at: sql<Date>`now() + make_interval(secs => ${transactionSecs})`,
  })
  await sendLater(tx.db, insert)
}

/** An attempt that is neither used nor too old, by provider and state. */
export async function findAttempt(
  tx: TenantTransaction,
  box: SecretBox,
  providerId: string,
  state: string,
): Promise<Attempt | undefined> {
  const row = await open(tx, providerId, state).select(attemptColumns).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    identityProviderId: row.identity_provider_id,
    purpose: row.purpose,
    configVersion: row.config_version,
    recordId: row.record_id ?? undefined,
    test: row.test_id === null ? undefined : { id: row.test_id, fingerprint: row.fingerprint ?? '' },
    returnPath: row.return_path,
    bindingHash: row.binding_hash,
    secrets: JSON.parse(box.open(row.secrets, attemptContext(row.id))) as AttemptSecrets,
    answer:
      row.answer === null
        ? undefined
        : (JSON.parse(box.open(row.answer, answerContext(row.id))) as Record<string, string>),
  }
}

const attemptColumns = [
  'id',
  'identity_provider_id',
  'purpose',
  'config_version',
  'record_id',
  'test_id',
  'fingerprint',
  'return_path',
  'binding_hash',
  'secrets',
  'answer',
] as const

function open(tx: TenantTransaction, providerId: string, state: string) {
  return tx.db
    .selectFrom('sign_in_transactions')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('state_hash', '=', hashToken(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
}

/** Far longer than our states: a longer state is not sent back in an address. */
export const stateLengthMax = 200

/** `stored`; `second`: the attempt already has an answer; `over`: it was used, has expired, or never existed. */
export type StoredAnswer = 'stored' | 'second' | 'over'

/** Stores a posted form until the browser follows the redirect, and commits; only the first one counts. */
export async function storeAnswer(
  tx: TenantTransaction,
  box: SecretBox,
  attempt: { providerId: string; state: string; answer: Readonly<Record<string, string>> },
): Promise<StoredAnswer> {
  const row = await open(tx, attempt.providerId, attempt.state).select('id').executeTakeFirst()
  if (row === undefined) return 'over'
  const update = tx.db
    .updateTable('sign_in_transactions')
    .set({ answer: box.seal(JSON.stringify(attempt.answer), answerContext(row.id)) })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', row.id)
    .where('answer', 'is', null)
    .where('used_at', 'is', null)
    .returning('id')
  return (await sendLast(tx.db, update)).rows.length === 1 ? 'stored' : 'second'
}

/** Uses the attempt up. False when another request was faster. */
export async function consumeAttempt(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await consumption(tx, id).execute()).length === 1
}

/** The same as the last statement of its transaction (later.ts). */
export async function consumeAttemptLast(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await sendLast(tx.db, consumption(tx, id))).rows.length === 1
}

function consumption(tx: TenantTransaction, id: string) {
  return tx.db
    .updateTable('sign_in_transactions')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
}

/** What the secrets of an attempt, and the provider's answer to it, are sealed for. */
export function attemptContext(id: string): string {
  return `sign-in:${id}`
}

export function answerContext(id: string): string {
  return `sign-in-answer:${id}`
}
