import { findings } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { AttemptPurpose } from '../../kit/database/tables.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { errorScreen } from '../browser-refusal.ts'
import { earlierSender } from '../sessions/end-earlier-session.ts'
import { createChecks, type CheckLine, type KeptChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { finishRecord, insertRecord, nameOf } from './records.ts'
import { tracedSteps } from './traced-steps.ts'

/** What one half of a sign-in has collected so far; the flight recorder stores it if the half fails. */
export type Recording = {
  readonly checks: KeptChecks
  tenantId?: string
  identityProviderId?: string
  purpose: AttemptPurpose
  /** The row that the first half wrote. */
  recordId?: string | undefined
  username?: string | undefined
  /** What the provider said about the person, as soon as it is verified. */
  claims?: Readonly<Record<string, unknown>>
  /** A test login is followed while it runs, and ends on a page that says its result. */
  followed?: Followed | undefined
}

/** What follows a recording: it has written lines down already, and it answers the browser if the attempt fails. */
export type Followed = {
  /** Called after each check. */
  noted(): void
  /** Writes nothing more down. Called while no transaction is open, because it waits for one. */
  settle(): Promise<void>
  /** The lines that are not written down yet. */
  rest(): readonly CheckLine[]
  /** The page that ends a failed attempt. */
  failed(fault: SignInFault, code: string | undefined): Promise<Answer<undefined>>
}

export function newRecording(purpose: AttemptPurpose = 'login'): Recording {
  const traced = tracedSteps()
  const noted = () => {
    traced?.(recording.checks.lines)
    recording.followed?.noted()
  }
  const recording: Recording = { checks: createChecks(noted), purpose }
  return recording
}

type Incoming = Pick<Call<never>, 'deps' | 'address' | 'requestId'>

const portal = '/portal'

/**
 * One half of a sign-in that a browser sees. A SignInFault is recorded and becomes the error screen with the code the
 * person reads out; all other failures go on to app.ts.
 */
export async function recorded(
  incoming: Incoming & Pick<Call<never>, 'request'>,
  work: (recording: Recording) => Promise<Answer<undefined>>,
): Promise<Answer<undefined>> {
  const { deps, address, requestId } = incoming
  const wait = await deps.rateLimits.take('callback-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const recording = newRecording()
  try {
    return await work(recording)
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    if (await isOpenedAgain(incoming, recording, error)) return { location: portal }
    const code = await recordFault(incoming, recording, error)
    if (recording.followed !== undefined) return recording.followed.failed(error, code)
    return { location: errorScreen(error.code, code ?? requestId) }
  }
}

/**
 * Whether the page of a finished sign-in was opened again, for example with the back button, in a browser that has a session of this provider.
 * Nothing is read from the request; the session stays as it is.
 */
async function isOpenedAgain(
  { deps, request }: Pick<Call<never>, 'deps' | 'request'>,
  { purpose, identityProviderId }: Recording,
  { finding }: SignInFault,
): Promise<boolean> {
  if (finding !== 'request-unknown' || purpose !== 'login' || identityProviderId === undefined) return false
  const holder = await earlierSender(deps, request)
  return holder?.profile?.identityProvider.id === identityProviderId
}

/** Logs a failure and writes it into the flight recorder; returns the code when the tenant is known and there is room. */
export async function recordFault(
  { deps, address, requestId }: Incoming,
  recording: Recording,
  fault: SignInFault,
): Promise<string | undefined> {
  deps.log.warn({ requestId, code: fault.code, reason: fault.reason }, 'sign-in refused')
  const { tenantId, identityProviderId, username, purpose } = recording
  const check = fault.finding && findings[fault.finding].check
  if (purpose === 'login') deps.metrics?.signIn({ error: fault.code, check })
  if (tenantId === undefined) return undefined
  await recording.followed?.settle()
  const lines = [...(recording.followed?.rest() ?? recording.checks.lines), ...lineOf(recording.checks.lines, fault)]
  const finding = fault.finding ?? null
  const end = { outcome: 'failed', errorID: fault.code, finding, username, lines, requestId } as const
  const { recordId } = recording
  const scope = visitorScope(deps.database, tenantId)
  /** A failed sign-in is in the audit log too, with the code of its record. */
  const audit = async (tx: TenantTransaction, code: string) => {
    if (purpose !== 'login') return
    const name = nameOf(username ?? '') || 'unknown'
    await recordAudit(
      tx,
      { actor: { kind: 'user', name }, requestId, address, nowMs: deps.clock.now() },
      { action: 'session.refuse', target: { kind: 'sign-in', id: code, name }, after: { error: fault.code, finding } },
    )
  }
  if (recordId !== undefined) {
    const code = await scope.transaction(async (tx) => {
      const finished = await finishRecord(tx, recordId, end)
      if (finished !== undefined) await audit(tx, finished)
      return finished
    })
    if (code !== undefined) return code
  }
  // They are written down too, but the table cannot be filled with them.
  if ((await deps.rateLimits.take('stray-records', identityProviderId ?? tenantId)) > 0) return undefined
  return scope.transaction(async (tx) => {
    const start = {
      identityProviderId: identityProviderId ?? null,
      purpose,
      username: username ?? null,
      address,
      requestId,
    }
    const { id, code } = await insertRecord(tx, { ...start, lines: [] }, deps.clock.now())
    await finishRecord(tx, id, end)
    await audit(tx, code)
    return code
  })
}

/** A failure that no check reported still gets a line, so that every failed attempt has a reason. */
function lineOf(lines: readonly CheckLine[], fault: SignInFault): readonly CheckLine[] {
  if (lines.some((line) => line.outcome === 'failed')) return []
  return [{ check: 'answer', outcome: 'failed', evidence: { error: fault.reason.slice(0, 300) } }]
}
