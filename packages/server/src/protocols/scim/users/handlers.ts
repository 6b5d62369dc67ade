import { isDeepStrictEqual } from 'node:util'

import { isUuid, uuidv7 } from '../../../kit/identifiers.ts'
import { shareFormats } from '../../../providers/username-formats/save.ts'
import { invalidRequest, ScimFailure } from '../failure.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { groupsOfUsers } from '../groups/members.ts'
import { dropGroupsOfPerson } from '../groups/project.ts'
import { checkIfMatch, isKnownVersion, scimEtag } from '../http/etag.ts'
import { listBody, listOf, locationOf, placeOfPage, wholeResource } from '../http/resource.ts'
import { selectionOf, type ListRequest } from '../lists/list-request.ts'
import { readPage } from '../lists/page.ts'
import { applyActivity, noteTurn } from '../people/activity.ts'
import { noteProvisioned, personAfterChange } from '../people/person.ts'
import { sentUsername } from '../people/username.ts'
import { patched, readOperations } from '../patch.ts'
import { groupType, userType } from '../schemas.ts'
import { isShown, shownResource, type Selection } from '../shown.ts'
import { isObject, readResource, type ResourceValues } from '../values.ts'
import {
  deleteUserRow,
  findUserRow,
  insertUserRow,
  updateUserRow,
  userColumns,
  userLookup,
  type UserRow,
  type UserValues,
} from './queries.ts'
import { userValues } from './values.ts'

/** A person is never overwritten by a second POST, which Okta sends after a time-out (RFC 7644 section 3.3). */
export async function createUser(call: ScimCall): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const values = userValues(resourceIn(call.body), { active: true })
  const { providerId } = call.sender
  const scimId = uuidv7(call.nowMs)
  await shareFormats(call.tx)
  const sent = await sentUsername(call.tx, providerId, values.userName)
  const row = await insertUserRow(call.tx, { ...values, values, sent, scimId, providerId, nowMs: call.nowMs })
  if (row === undefined) throw taken()
  await noteProvisioned(call.tx, providerId)
  await call.audit({ action: 'scim-user.create', target: targetOf(row), after: audited(row) })
  const { personId, isNewPerson } = row
  if (personId !== null && isNewPerson && !sent.belongs) await noteTurn(call, { id: personId, turned: 'held' })
  if (personId !== null && (!isNewPerson || !row.active)) await applyActivity(call, { scimId, personId }, row.active)
  return {
    status: 201,
    // A new user is in no group yet.
    body: shownResource(whole(row, call), selection, userType),
    etag: scimEtag(row.version),
    location: locationOf(row.id, { type: userType, base: call.base }),
  }
}

export async function getUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const row = await found(call, id, false)
  const etag = scimEtag(row.version)
  if (isKnownVersion(call.ifNoneMatch, row.version)) return { status: 304, etag }
  return { status: 200, body: await shown(row, selection, call), etag }
}

export async function listUsers(call: ScimCall, request: ListRequest): Promise<ScimAnswer> {
  const valuesOf = (row: UserRow) => whole(row, call)
  const listed = {
    table: 'scim_users',
    providerId: call.sender.providerId,
    columns: userColumns,
    lookup: userLookup,
    knownPlaces: call.knownPlaces,
    valuesOf,
  } as const
  const page = await readPage<UserRow>(call.tx, listed, request)
  const { selection } = request
  const resources = listOf(await withGroups(page.rows, selection, call), { selection, type: userType })
  return { status: 200, body: listBody(resources, { total: page.total, ...placeOfPage(request, page) }) }
}

export async function replaceUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const given = resourceIn(call.body)
  return change(call, id, (before) => userValues(given, before))
}

export async function patchUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const operations = readOperations(call.body, userType)
  return change(call, id, (before) => userValues(patched(before.resource, operations), before))
}

export async function deleteUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  await shareFormats(call.tx)
  const row = await found(call, id, true)
  checkIfMatch(call.ifMatch, row.version)
  if (row.personId !== null) await applyActivity(call, { scimId: row.id, personId: row.personId }, false)
  if (row.personId !== null) await dropGroupsOfPerson(call.tx, call.sender.providerId, row.personId)
  await deleteUserRow(call.tx, call.sender.providerId, row.id)
  await call.audit({ action: 'scim-user.delete', target: targetOf(row), before: audited(row) })
  return { status: 204 }
}

async function change(call: ScimCall, id: string, changed: (before: UserRow) => UserValues): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  // Before the row, which a change of formats reads too.
  await shareFormats(call.tx)
  const before = await found(call, id, true)
  checkIfMatch(call.ifMatch, before.version)
  const values = changed(before)
  // Directories repeat requests: write nothing if nothing changed.
  const isSame = isDeepStrictEqual(values.resource, before.resource)
  const row = isSame ? before : await updateUserRow(call.tx, before.id, values)
  const { personId } = row
  const { providerId } = call.sender
  const person =
    isSame && personId !== null
      ? { id: personId, turned: null }
      : await personAfterChange(call.tx, {
          ...values,
          sent: await sentUsername(call.tx, providerId, values.userName),
          scimId: row.id,
          providerId,
          personId,
          nowMs: call.nowMs,
        })
  if (!isSame)
    await call.audit({
      action: 'scim-user.update',
      target: targetOf(row),
      before: audited(before),
      after: { ...audited(row), changed: changedNames(before.resource, row.resource) },
    })
  await noteTurn(call, person)
  await applyActivity(call, { scimId: row.id, personId: person.id }, row.active)
  return {
    status: 200,
    body: await shown(row, selection, call),
    etag: scimEtag(row.version),
  }
}

async function found(call: ScimCall, id: string, isLocked: boolean): Promise<UserRow> {
  const row = isUuid(id) ? await findUserRow(call.tx, call.sender.providerId, id, { isLocked }) : undefined
  if (row === undefined) throw new ScimFailure(404, `There is no user with the id ${id.slice(0, 100)}.`)
  return row
}

function resourceIn(body: unknown): ResourceValues {
  if (!isObject(body)) throw invalidRequest('invalidSyntax', 'The body must be a JSON object.')
  return readResource(body, userType)
}

function whole(row: UserRow, { base }: ScimCall): ResourceValues {
  return wholeResource(row, row.resource, { type: userType, base })
}

async function shown(row: UserRow, selection: Selection, call: ScimCall): Promise<ResourceValues> {
  const [resource = {}] = await withGroups([row], selection, call)
  return shownResource(resource, selection, userType)
}

/** With the groups, where they are asked for. */
async function withGroups(rows: readonly UserRow[], selection: Selection, call: ScimCall): Promise<ResourceValues[]> {
  if (!isShown('groups', selection, userType)) return rows.map((row) => whole(row, call))
  const ids = rows.map(({ id }) => id)
  const groups = await groupsOfUsers(call.tx, call.sender.providerId, ids)
  return rows.map((row) => {
    const of = groups.get(row.id)?.map(({ value, display }) => ({
      value,
      $ref: locationOf(value, { type: groupType, base: call.base }),
      display,
      type: 'direct',
    }))
    return of === undefined ? whole(row, call) : { ...whole(row, call), groups: of }
  })
}

function taken(): ScimFailure {
  return new ScimFailure(409, 'Another user of this identity provider has this userName or externalId.', 'uniqueness')
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
