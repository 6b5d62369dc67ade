import { isUuid } from '../../../kit/identifiers.ts'
import { ScimFailure } from '../failure.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { isKnownVersion, scimEtag } from '../http/etag.ts'
import { listBody, listOf, locationOf, placeOfPage, wholeResource } from '../http/resource.ts'
import { selectionOf, type ListRequest } from '../lists/list-request.ts'
import { readPage } from '../lists/page.ts'
import { groupType, userType } from '../schemas.ts'
import { isShown, shownResource, type Selection } from '../attribute-selection.ts'
import type { ResourceValues } from '../values.ts'
import { membersOf, withFewMembers } from './members.ts'
import { findGroupRow, groupColumns, groupLookup, type GroupRow } from './queries.ts'

export async function getGroup(call: ScimCall, id: string): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const row = await findGroup(call, id, { isLocked: false })
  const etag = scimEtag(row.version)
  if (isKnownVersion(call.ifNoneMatch, row.version)) return { status: 304, etag }
  return { status: 200, body: await shownGroup(row, selection, call), etag }
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

/** `isLocked`: until the transaction ends. Throws 404. */
export async function findGroup(
  call: ScimCall,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<GroupRow> {
  const row = isUuid(id) ? await findGroupRow(call.tx, call.sender.providerId, id, { isLocked }) : undefined
  if (row === undefined) throw new ScimFailure(404, `There is no group with the id ${id.slice(0, 100)}.`)
  return row
}

export async function shownGroup(row: GroupRow, selection: Selection, call: ScimCall): Promise<ResourceValues> {
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
