import { isUuid } from '../../../kit/identifiers.ts'
import { ScimFailure } from '../failure.ts'
import { groupsOfUsers } from '../groups/members.ts'
import type { ScimAnswer, ScimCall } from '../http/call.ts'
import { isKnownVersion, scimEtag } from '../http/etag.ts'
import { listBody, listOf, locationOf, placeOfPage, wholeResource } from '../http/resource.ts'
import { selectionOf, type ListRequest } from '../lists/list-request.ts'
import { readPage } from '../lists/page.ts'
import { groupType, userType } from '../schemas.ts'
import { isShown, shownResource, type Selection } from '../attribute-selection.ts'
import type { ResourceValues } from '../values.ts'
import { findUserRow, userColumns, userLookup, type UserRow } from './queries.ts'

export async function getUser(call: ScimCall, id: string): Promise<ScimAnswer> {
  const selection = selectionOf(call.query)
  const row = await findUser(call, id, { isLocked: false })
  const etag = scimEtag(row.version)
  if (isKnownVersion(call.ifNoneMatch, row.version)) return { status: 304, etag }
  return { status: 200, body: await shownUser(row, selection, call), etag }
}

export async function listUsers(call: ScimCall, request: ListRequest): Promise<ScimAnswer> {
  const valuesOf = (row: UserRow) => wholeUser(row, call)
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

/** `isLocked`: until the transaction ends. Throws 404. */
export async function findUser(
  call: ScimCall,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<UserRow> {
  const row = isUuid(id) ? await findUserRow(call.tx, call.sender.providerId, id, { isLocked }) : undefined
  if (row === undefined) throw new ScimFailure(404, `There is no user with the id ${id.slice(0, 100)}.`)
  return row
}

export function wholeUser(row: UserRow, { base }: ScimCall): ResourceValues {
  return wholeResource(row, row.resource, { type: userType, base })
}

export async function shownUser(row: UserRow, selection: Selection, call: ScimCall): Promise<ResourceValues> {
  const [resource = {}] = await withGroups([row], selection, call)
  return shownResource(resource, selection, userType)
}

/** With the groups, where they are asked for. */
async function withGroups(rows: readonly UserRow[], selection: Selection, call: ScimCall): Promise<ResourceValues[]> {
  if (!isShown('groups', selection, userType)) return rows.map((row) => wholeUser(row, call))
  const ids = rows.map(({ id }) => id)
  const groups = await groupsOfUsers(call.tx, call.sender.providerId, ids)
  return rows.map((row) => {
    const of = groups.get(row.id)?.map(({ value, display }) => ({
      value,
      $ref: locationOf(value, { type: groupType, base: call.base }),
      display,
      type: 'direct',
    }))
    return of === undefined ? wholeUser(row, call) : { ...wholeUser(row, call), groups: of }
  })
}
