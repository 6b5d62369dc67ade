import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { readRecoveryCode, recoveryCodeTypedMax } from './rules.ts'

/** Something that happened to the codes: by name of the person or operator, or the network address of a use. */
const RecoveryEvent = v.object({ at: v.string(), by: v.string() })

/** The state of a tenant's recovery codes, without the codes. Everything is null before the first ones are made. */
export const RecoveryCodes = v.object({
  made: v.nullable(RecoveryEvent),
  /** Before this drill the codes open nothing else. */
  drilled: v.nullable(RecoveryEvent),
  /** Last use at the sign-in page; `by` is the network address. */
  used: v.nullable(RecoveryEvent),
  expiresOn: v.nullable(v.string()),
  /** Codes that were not used: 0 to 2. */
  codesLeft: v.number(),
  /** End of the repair session under way. */
  repairUntil: v.nullable(v.string()),
})
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>

/** As typed. The messages are error ids. */
const TypedCode = v.pipe(
  v.string(),
  v.maxLength(recoveryCodeTypedMax, 'RECOVERY_CODE_TYPO'),
  v.trim(),
  v.nonEmpty('RECOVERY_CODE_REQUIRED'),
  v.check((typed) => readRecoveryCode(typed) !== undefined, 'RECOVERY_CODE_TYPO'),
)

const path = '/portal/admin/settings/recovery-codes'

export const getRecoveryCodes = endpoint({
  name: 'getRecoveryCodes',
  summary: 'Read whether recovery codes exist, were drilled or used, and when they expire',
  method: 'GET',
  path,
  reply: RecoveryCodes,
})

/** Status 200, not 201: an answer with codes must not be kept for an Idempotency-Key. */
export const createRecoveryCodes = endpoint({
  name: 'createRecoveryCodes',
  summary: 'Create two recovery codes and withdraw the earlier ones; a recent sign-in is required',
  method: 'POST',
  path,
  reply: v.object({ codes: v.array(v.string()), state: RecoveryCodes }),
})

export const drillRecoveryCode = endpoint({
  name: 'drillRecoveryCode',
  summary: 'Verify and replace one recovery code, which arms the codes; a recent sign-in is required',
  method: 'POST',
  path: `${path}/drill`,
  body: v.strictObject({ code: TypedCode }),
  reply: v.object({ code: v.string(), state: RecoveryCodes }),
})

/** Opens a repair session by cookie. Only the code names the tenant. */
export const beginRepair = endpoint({
  name: 'beginRepair',
  summary: 'Use a recovery code: begins a session that can repair identity providers and nothing else',
  method: 'POST',
  path: '/login/recovery',
  body: v.strictObject({ code: TypedCode }),
  reply: v.object({ redirectUrl: v.string(), expiresOn: v.string() }),
  outsideWrapper: true,
})
