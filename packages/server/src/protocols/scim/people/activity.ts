import { sql } from 'kysely'

import { revokeTokensOfPerson } from '../../../machines/api-tokens/revoke-of-person.ts'
import { say } from '../../../kit/words/say.ts'
import { lockProviderList } from '../../../providers/identity-providers/rows.ts'
import { fittingUsername, foreignUsername } from '../../../people/usernames/check-usernames.ts'
import { findLockedPerson, findPerson, holdByUsername, setActive } from '../../../people/people/queries.ts'
import { keepingAdminPath } from '../../../providers/identity-providers/keep-admin-path.ts'
import { endSessionsOfPerson } from '../../../sign-in/sessions/end-sessions.ts'
import type { ScimCall } from '../http/call.ts'
import type { ChangedPerson } from './person.ts'

type Subject = { readonly scimId: string; readonly personId: string }

/**
 * Makes a person able or unable to sign in, as the directory says. Deactivation ends sessions and revokes API tokens; every
 * process learns of it from the change of the row (portico_tell). A person whom an administrator deactivated stays so, and so does
 * one whose username does not belong to the provider.
 * Throws 409 for the last one whose sign-in proves a path to Security Admin.
 */
export async function applyActivity(call: ScimCall, subject: Subject, isActive: boolean): Promise<void> {
  const { rows } = await sql<{ active: boolean; isHeld: boolean }>`
    select active, username_holds as "isHeld" from users
     where tenant_id = ${call.tx.tenantId} and id = ${subject.personId}`.execute(call.tx.db)
  const [before] = rows
  // When the username belongs to the provider again, the person becomes what the directory said last.
  if (before === undefined || before.isHeld || before.active === isActive) return
  await (isActive ? reactivate(call, subject) : deactivate(call, subject))
}

async function deactivate(call: ScimCall, { scimId, personId }: Subject): Promise<void> {
  const { tx } = call
  // One at a time with everything else that may take the last path to Security Admin away.
  await lockProviderList(tx)
  const person = await findLockedPerson(tx, personId)
  if (person?.active !== true) return
  await keepingAdminPath(
    tx,
    () => setActive(tx, personId, call.actorName),
    (groups) => say('adminPath.lastPerson', { name: person.name, groups }),
    'known-people',
  )
  const endedSessions = await endSessionsOfPerson(tx, personId)
  const revokedTokens = await revokeTokensOfPerson(tx, personId, call.actorName)
  await sql`
    update scim_users set has_deactivated = true
     where tenant_id = ${tx.tenantId} and id = ${scimId}`.execute(tx.db)
  await call.audit({
    action: 'person.deactivate',
    target: { kind: 'user', id: personId, name: person.name },
    before: { active: true },
    after: { active: false, endedSessions, revokedTokens },
  })
}

async function reactivate(call: ScimCall, { personId }: Subject): Promise<void> {
  const { tx } = call
  const person = await findLockedPerson(tx, personId)
  const { rows } = await sql`
    update scim_users set has_deactivated = false
     where tenant_id = ${tx.tenantId} and person_id = ${personId} and has_deactivated
    returning 1`.execute(tx.db)
  if (person === undefined || person.active || rows.length === 0) return
  if (person.usernameForeignSince !== null) return holdByUsername(tx, personId)
  await setActive(tx, personId, null)
  await call.audit({
    action: 'person.reactivate',
    target: { kind: 'user', id: personId, name: person.name },
    before: { active: false, deactivatedAt: person.deactivatedAt, deactivatedBy: person.deactivatedBy },
    after: { active: true },
  })
}

/** Records that a username made a person inactive or active again. */
export async function noteTurn(call: ScimCall, { id, turned }: ChangedPerson): Promise<void> {
  if (turned === null) return
  const person = await findPerson(call.tx, id)
  if (person === undefined) return
  const isHeld = turned === 'held'
  await call.audit({
    action: isHeld ? 'person.deactivate' : 'person.reactivate',
    target: { kind: 'user', id, name: person.name },
    before: { active: isHeld },
    after: { active: !isHeld, username: person.username, reason: isHeld ? foreignUsername : fittingUsername },
  })
}
