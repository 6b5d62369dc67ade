import { isDeepStrictEqual } from 'node:util'

import { uuidv7 } from '../../../kit/identifiers.ts'
import { ScimFailure } from '../failure.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { checkIfMatch, scimEtag } from '../http/etag.ts'
import { locationOf } from '../http/resource.ts'
import { selectionOf } from '../lists/list-request.ts'
import { patched, readOperations } from '../patch.ts'
import { groupType } from '../schemas.ts'
import { applyToMembers, isAboutMembers } from './member-operations.ts'
import { addMembers, removeMembers, setMembers, type GroupPlace, type MemberChange } from './members.ts'
import { dropGroup, projectGroup } from './project.ts'
import { deleteGroupRow, insertGroupRow, updateGroupRow, type GroupRow, type GroupValues } from './queries.ts'
import { findGroup, shownGroup } from './read.ts'
import { groupValues, readGroup } from './values.ts'

export async function createGroup(call: ScimCall): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const { values, members } = readGroup(call.body, call.ignored)

  const row = await writeNewGroup(call, values)
  const changed = { added: await addMembers(call.tx, placeOf(call, row), members), removed: [] }
  await projectGroup(call.tx, projectionOf(call), { group: row, changed })
  await recordCreation(call, row, changed)
  return {
    status: 201,
    body: await shownGroup(row, selection, call),
    etag: scimEtag(row.version),
    location: locationOf(row.id, { type: groupType, base: call.base }),
  }
}

export async function replaceGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const { values, members } = readGroup(call.body, call.ignored)
  const selection = selectionOf(call.query)
  const before = await findGroup(call, id, { isLocked: true })
  checkIfMatch(call.ifMatch, before.version)

  const changed = await setMembers(call.tx, placeOf(call, before), members)
  const row = await writeChange(call, before, { values, changed })
  return { status: 200, body: await shownGroup(row, selection, call), etag: scimEtag(row.version) }
}

/** Answers 204, so that a group is not read whole; with `attributes`, what they name. */
export async function patchGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const operations = readOperations(call.body, groupType, call.ignored)
  const selection = selectionOf(call.query)
  const before = await findGroup(call, id, { isLocked: true })
  checkIfMatch(call.ifMatch, before.version)
  const others = operations.filter((operation) => !isAboutMembers(operation))
  const values = groupValues(patched(before.resource, others))

  const changed = await applyToMembers(call.tx, placeOf(call, before), operations.filter(isAboutMembers))
  const row = await writeChange(call, before, { values, changed })
  const etag = scimEtag(row.version)
  if (selection.attributes === undefined) return { status: 204, etag }
  return { status: 200, body: await shownGroup(row, selection, call), etag }
}

export async function deleteGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const row = await findGroup(call, id, { isLocked: true })
  checkIfMatch(call.ifMatch, row.version)

  const removed = await removeMembers(call.tx, placeOf(call, row), 'all')
  await dropGroup(call.tx, call.sender.providerId, row)
  await deleteGroupRow(call.tx, row.id)
  await call.audit({
    action: 'scim-group.delete',
    target: targetOf(row),
    before: { ...audited(row), memberCount: removed.length },
  })
  return { status: 204 }
}

/** Throws 409 where the provider has such a group. */
async function writeNewGroup(call: ScimCall, values: GroupValues): Promise<GroupRow> {
  const { providerId } = call.sender
  const row = await insertGroupRow(call.tx, { id: uuidv7(call.nowMs), providerId, values })
  if (row !== undefined) return row
  const detail = 'Another group of this identity provider has this displayName or externalId.'
  throw new ScimFailure(409, detail, 'uniqueness')
}

type Change = { readonly values: GroupValues; readonly changed: MemberChange }

/** The rest of a change whose members are written. What did not change is not written. */
async function writeChange(call: ScimCall, before: GroupRow, { values, changed }: Change): Promise<GroupRow> {
  const isSame = isDeepStrictEqual(values.resource, before.resource)
  if (isSame && changed.added.length + changed.removed.length === 0) return before

  const row = await updateGroupRow(call.tx, before.id, values)
  await projectGroup(call.tx, projectionOf(call), { group: row, changed })
  await recordUpdate(call, { before, row, changed })
  return row
}

function recordCreation(call: ScimCall, row: GroupRow, changed: MemberChange): Promise<void> {
  return call.audit({
    action: 'scim-group.create',
    target: targetOf(row),
    after: { ...audited(row), ...membersAudited(changed) },
  })
}

function recordUpdate(
  call: ScimCall,
  { before, row, changed }: { readonly before: GroupRow; readonly row: GroupRow; readonly changed: MemberChange },
): Promise<void> {
  return call.audit({
    action: 'scim-group.update',
    target: targetOf(row),
    before: audited(before),
    after: { ...audited(row), ...membersAudited(changed) },
  })
}

function placeOf({ sender }: ScimCall, { id }: GroupRow): GroupPlace {
  return { providerId: sender.providerId, id }
}

function projectionOf({ sender, nowMs }: ScimCall) {
  return { providerId: sender.providerId, nowMs }
}

function targetOf({ id, displayName }: GroupRow) {
  return { kind: 'scim-group', id, name: displayName }
}

function audited({ displayName, externalId }: GroupRow) {
  return { displayName, externalId }
}

/** Members in an audit row: as many as an auditor reads. */
const auditedMembersMax = 100

function membersAudited({ added, removed }: MemberChange) {
  return {
    ...(added.length === 0 ? {} : { addedMembers: added.slice(0, auditedMembersMax), addedCount: added.length }),
    ...(removed.length === 0
      ? {}
      : { removedMembers: removed.slice(0, auditedMembersMax), removedCount: removed.length }),
  }
}
