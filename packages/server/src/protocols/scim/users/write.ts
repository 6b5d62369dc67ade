import { isDeepStrictEqual } from 'node:util'

import { uuidv7 } from '../../../kit/identifiers.ts'
import { shareFormats } from '../../../providers/username-formats/save.ts'
import { ScimFailure } from '../failure.ts'
import { dropGroupsOfPerson } from '../groups/project.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { checkIfMatch, scimEtag } from '../http/etag.ts'
import { locationOf } from '../http/resource.ts'
import { selectionOf } from '../lists/list-request.ts'
import { patched, readOperations, readResource } from '../patch.ts'
import { applyActivity, noteTurn } from '../people/activity.ts'
import { noteProvisioned, personAfterChange, type ChangedPerson } from '../people/person.ts'
import { sentUsername, type SentUsername } from '../people/username.ts'
import { userType } from '../schemas.ts'
import { shownResource } from '../attribute-selection.ts'
import type { ResourceValues } from '../values.ts'
import { deleteUserRow, insertUserRow, updateUserRow, type UserRow, type UserValues } from './queries.ts'
import { findUser, shownUser, wholeUser } from './read.ts'
import { userValues } from './values.ts'

/** A person is never overwritten by a second POST, which Okta sends after a time-out (RFC 7644 section 3.3). */
export async function createUser(call: ScimCall): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const values = userValues(readResource(call.body, userType, call.ignored), { active: true })
  await shareFormats(call.tx)
  const sent = await sentUsername(call.tx, call.sender.providerId, values.userName)

  const row = await writeNewUser(call, values, sent)
  await noteProvisioned(call.tx, call.sender.providerId)
  await call.audit({ action: 'scim-user.create', target: targetOf(row), after: audited(row) })
  await applyToPerson(call, row, sent)
  return {
    status: 201,
    // A new user is in no group yet.
    body: shownResource(wholeUser(row, call), selection, userType),
    etag: scimEtag(row.version),
    location: locationOf(row.id, { type: userType, base: call.base }),
  }
}

export async function replaceUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const given = readResource(call.body, userType, call.ignored)
  return changeUser(call, id, (before) => userValues(given, before))
}

export async function patchUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const operations = readOperations(call.body, userType, call.ignored)
  return changeUser(call, id, (before) => userValues(patched(before.resource, operations), before))
}

export async function deleteUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const row = await lockUser(call, id)
  checkIfMatch(call.ifMatch, row.version)

  const { personId } = row
  if (personId !== null) {
    await applyActivity(call, { scimId: row.id, personId }, false)
    await dropGroupsOfPerson(call.tx, call.sender.providerId, personId)
  }
  await deleteUserRow(call.tx, call.sender.providerId, row.id)
  await call.audit({ action: 'scim-user.delete', target: targetOf(row), before: audited(row) })
  return { status: 204 }
}

async function changeUser(call: ScimCall, id: string, changed: (before: UserRow) => UserValues): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const before = await lockUser(call, id)
  checkIfMatch(call.ifMatch, before.version)
  const values = changed(before)
  // Directories repeat requests: write nothing if nothing changed.
  const isRepeated = isDeepStrictEqual(values.resource, before.resource)

  const row = isRepeated ? before : await updateUserRow(call.tx, before.id, values)
  const person =
    isRepeated && row.personId !== null ? { id: row.personId, turned: null } : await writePerson(call, row, values)
  if (!isRepeated) await recordUpdate(call, before, row)
  await noteTurn(call, person)
  await applyActivity(call, { scimId: row.id, personId: person.id }, row.active)
  return {
    status: 200,
    body: await shownUser(row, selection, call),
    etag: scimEtag(row.version),
  }
}

/** The formats before the row, which a change of formats reads too. */
async function lockUser(call: ScimCall, id: string): Promise<UserRow> {
  await shareFormats(call.tx)
  return findUser(call, id, { isLocked: true })
}

type NewUser = UserRow & { readonly isNewPerson: boolean }

/** With its person. Throws 409 where the provider has such a user. */
async function writeNewUser(call: ScimCall, values: UserValues, sent: SentUsername): Promise<NewUser> {
  const { providerId } = call.sender
  const scimId = uuidv7(call.nowMs)
  const row = await insertUserRow(call.tx, { ...values, values, sent, scimId, providerId, nowMs: call.nowMs })
  if (row !== undefined) return row
  const detail = 'Another user of this identity provider has this userName or externalId.'
  throw new ScimFailure(409, detail, 'uniqueness')
}

/** A new person is active already, unless the username does not belong to the provider. */
async function applyToPerson(call: ScimCall, row: NewUser, sent: SentUsername): Promise<void> {
  const { personId, isNewPerson, active } = row
  if (personId === null) return
  const isHeld = isNewPerson && !sent.belongs
  if (isHeld) await noteTurn(call, { id: personId, turned: 'held' })
  if (!isNewPerson || !active) await applyActivity(call, { scimId: row.id, personId }, active)
}

async function writePerson(call: ScimCall, { id, personId }: UserRow, values: UserValues): Promise<ChangedPerson> {
  const { tx, nowMs } = call
  const { providerId } = call.sender
  const sent = await sentUsername(tx, providerId, values.userName)
  return personAfterChange(tx, { ...values, sent, scimId: id, providerId, personId, nowMs })
}

function recordUpdate(call: ScimCall, before: UserRow, row: UserRow): Promise<void> {
  return call.audit({
    action: 'scim-user.update',
    target: targetOf(row),
    before: audited(before),
    after: { ...audited(row), changed: changedNames(before.resource, row.resource) },
  })
}

function targetOf({ id, userName }: UserRow) {
  return { kind: 'scim-user', id, name: userName }
}

/** What the audit log has about a person; the other attributes only by name. */
function audited({ resource: { userName, externalId, displayName, active } }: UserRow) {
  return { userName, externalId, displayName, active }
}

function changedNames(before: ResourceValues, after: ResourceValues): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted()
}
