import { isDeepStrictEqual } from 'node:util'

import { isUuid, uuidv7 } from '../../../kit/identifiers.ts'
import { invalidRequest, ScimFailure } from '../failure.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { checkIfMatch, isKnownVersion, scimEtag } from '../http/etag.ts'
import { listBody, listOf, locationOf, placeOfPage, wholeResource } from '../http/resource.ts'
import { indexedLengthMax } from '../limits.ts'
import { selectionOf, type ListRequest } from '../lists/list-request.ts'
import { readPage } from '../lists/page.ts'
import { patched, readOperations } from '../patch.ts'
import { checkResourceSize } from '../resource-size.ts'
import { groupSchema, groupType, userType } from '../schemas.ts'
import { isShown, shownResource, type Selection } from '../shown.ts'
import { isObject, readResource, type ResourceValues } from '../values.ts'
import { applyToMembers, isAboutMembers, memberIds } from './member-operations.ts'
import { addMembers, membersOf, removeMembers, setMembers, withFewMembers, type MemberChange } from './members.ts'
import { dropGroup, projectGroup } from './project.ts'
import {
  deleteGroupRow,
  findGroupRow,
  groupColumns,
  groupLookup,
  insertGroupRow,
  updateGroupRow,
  type GroupRow,
  type GroupValues,
} from './queries.ts'

export async function createGroup(call: ScimCall): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const { values, members } = groupIn(call.body)
  const { providerId } = call.sender
  const row = await insertGroupRow(call.tx, { id: uuidv7(call.nowMs), providerId, values })
  if (row === undefined)
    throw new ScimFailure(
      409,
      'Another group of this identity provider has this displayName or externalId.',
      'uniqueness',
    )
  const added = await addMembers(call.tx, { providerId, id: row.id }, members)
  await projectGroup(call.tx, { providerId, nowMs: call.nowMs }, { group: row, changed: { added, removed: [] } })
  await call.audit({
    action: 'scim-group.create',
    target: targetOf(row),
    after: { ...audited(row), ...membersAudited({ added, removed: [] }) },
  })
  return {
    status: 201,
    body: await shown(row, selection, call),
    etag: scimEtag(row.version),
    location: locationOf(row.id, { type: groupType, base: call.base }),
  }
}

export async function getGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const row = await found(call, id, false)
  const etag = scimEtag(row.version)
  if (isKnownVersion(call.ifNoneMatch, row.version)) return { status: 304, etag }
  return { status: 200, body: await shown(row, selection, call), etag }
}

/** With members, an answer may have fewer groups than were asked for. */
export async function listGroups(call: ScimCall, request: ListRequest): Promise<ScimAnswer> {
  const { selection } = request
  const { providerId } = call.sender
  const listed = {
    table: 'scim_groups',
    providerId,
    columns: groupColumns,
    lookup: groupLookup,
    knownPlaces: call.knownPlaces,
    valuesOf: (row: GroupRow) => wholeResource(row, row.resource, { type: groupType, base: call.base }),
  } as const
  const { rows, total, hasNext } = await readPage<GroupRow>(call.tx, listed, request)
  const hasMembers = isShown('members', selection, groupType)
  const kept = hasMembers ? await withFewMembers(call.tx, providerId, rows) : rows
  const page = { rows: kept, hasNext: hasNext || kept.length < rows.length }
  const resources = listOf(await whole(kept, hasMembers, call), { selection, type: groupType })
  return { status: 200, body: listBody(resources, { total, ...placeOfPage(request, page) }) }
}

export async function replaceGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const { values, members } = groupIn(call.body)
  const selection = selectionOf(call.query)
  const before = await found(call, id, true)
  const changed = await setMembers(call.tx, placeOf(call, before), members)
  const row = await saved(call, before, { values, changed })
  return { status: 200, body: await shown(row, selection, call), etag: scimEtag(row.version) }
}

/** Answers 204, so that a group is not read whole; with `attributes`, what they name. */
export async function patchGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const operations = readOperations(call.body, groupType)
  const selection = selectionOf(call.query)
  const before = await found(call, id, true)
  const others = operations.filter((operation) => !isAboutMembers(operation))
  const values = valuesOf(patched(before.resource, others))
  const changed = await applyToMembers(call.tx, placeOf(call, before), operations.filter(isAboutMembers))
  const row = await saved(call, before, { values, changed })
  const etag = scimEtag(row.version)
  if (selection.attributes === undefined) return { status: 204, etag }
  return { status: 200, body: await shown(row, selection, call), etag }
}

export async function deleteGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const row = await found(call, id, true)
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

/** What did not change is not written. */
async function saved(
  call: ScimCall,
  before: GroupRow,
  { values, changed }: { readonly values: GroupValues; readonly changed: MemberChange },
): Promise<GroupRow> {
  checkIfMatch(call.ifMatch, before.version)
  const isSame = isDeepStrictEqual(values.resource, before.resource)
  if (isSame && changed.added.length + changed.removed.length === 0) return before
  const row = await updateGroupRow(call.tx, before.id, values)
  const { providerId } = call.sender
  await projectGroup(call.tx, { providerId, nowMs: call.nowMs }, { group: row, changed })
  await call.audit({
    action: 'scim-group.update',
    target: targetOf(row),
    before: audited(before),
    after: { ...audited(row), ...membersAudited(changed) },
  })
  return row
}

async function found(call: ScimCall, id: string, isLocked: boolean): Promise<GroupRow> {
  const row = isUuid(id) ? await findGroupRow(call.tx, call.sender.providerId, id, { isLocked }) : undefined
  if (row === undefined) throw new ScimFailure(404, `There is no group with the id ${id.slice(0, 100)}.`)
  return row
}

function groupIn(body: unknown): { readonly values: GroupValues; readonly members: readonly string[] } {
  if (!isObject(body)) throw invalidRequest('invalidSyntax', 'The body must be a JSON object.')
  const { members, ...resource } = readResource(body, groupType)
  const attribute = groupSchema.attributes.find(({ name }) => name === 'members')
  if (attribute === undefined) throw new Error('The schema of groups has no members.')
  return { values: valuesOf(resource), members: memberIds(members, attribute) }
}

/** Throws 400 without a displayName. */
function valuesOf(resource: ResourceValues): GroupValues {
  const { displayName, externalId } = resource
  if (typeof displayName !== 'string' || displayName.trim() === '')
    throw invalidRequest('invalidValue', 'displayName is required.')
  for (const [name, value] of Object.entries({ displayName, externalId }))
    if (typeof value === 'string' && value.length > indexedLengthMax)
      throw invalidRequest('invalidValue', `${name} has more than ${indexedLengthMax} characters.`)
  checkResourceSize(resource)
  return { displayName, externalId: typeof externalId === 'string' && externalId !== '' ? externalId : null, resource }
}

const placeOf = ({ sender }: ScimCall, { id }: GroupRow) => ({ providerId: sender.providerId, id })

async function shown(row: GroupRow, selection: Selection, call: ScimCall): Promise<ResourceValues> {
  const [resource = {}] = await whole([row], isShown('members', selection, groupType), call)
  return shownResource(resource, selection, groupType)
}

async function whole(rows: readonly GroupRow[], hasMembers: boolean, call: ScimCall): Promise<ResourceValues[]> {
  const { tx, sender, base } = call
  const ids = rows.map(({ id }) => id)
  const members = hasMembers ? await membersOf(tx, sender.providerId, ids) : undefined
  return rows.map((row) => {
    const shownMembers = members?.get(row.id)?.map(({ value, display }) => ({
      value,
      $ref: locationOf(value, { type: userType, base }),
      display,
      type: 'User',
    }))
    const resource = { ...row.resource, ...(shownMembers === undefined ? {} : { members: shownMembers }) }
    return wholeResource(row, resource, { type: groupType, base })
  })
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
