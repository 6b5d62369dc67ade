import { invalidRequest, ScimFailure } from '../failure.ts'
import { listGroups } from '../groups/handlers.ts'
import type { ListRequest } from '../lists/list-request.ts'
import { groupType, userType, type ResourceType } from '../schemas.ts'
import type { ResourceValues } from '../values.ts'
import { listUsers } from '../users/handlers.ts'
import type { ScimAnswer, ScimCall } from './call.ts'
import { listBody } from './resource.ts'

type Listed = { readonly totalResults: number; readonly Resources: readonly ResourceValues[] }

/**
 * Users, then groups, as one list (RFC 7644 sections 3.4.2.1 and 3.4.3, at the base of the service). A filter on an attribute that
 * one of both does not have leaves it out.
 */
export async function listAll(call: ScimCall, read: (type: ResourceType) => ListRequest): Promise<ScimAnswer> {
  const ofUsers = readFor(userType, read)
  const ofGroups = readFor(groupType, read)
  const request = ofUsers.request ?? ofGroups.request
  if (request === undefined) throw ofUsers.refused
  if (request.cursor !== undefined)
    throw invalidRequest('invalidCursor', 'The base URL of the service does not support cursor.')
  const { startIndex, count } = request
  const users = ofUsers.request === undefined ? nothing : bodyOf(await listUsers(call, ofUsers.request))
  const left = {
    startIndex: Math.max(1, startIndex - users.totalResults),
    count: Math.max(0, count - users.Resources.length),
  }
  const groups =
    ofGroups.request === undefined ? nothing : bodyOf(await listGroups(call, { ...ofGroups.request, ...left }))
  const total = users.totalResults + groups.totalResults
  return { status: 200, body: listBody([...users.Resources, ...groups.Resources], { total, startIndex }) }
}

const nothing: Listed = { totalResults: 0, Resources: [] }
const bodyOf = ({ body }: ScimAnswer) => body as Listed

function readFor(type: ResourceType, read: (type: ResourceType) => ListRequest) {
  try {
    const request = read(type)
    if (request.sort !== undefined)
      throw new ScimFailure(400, 'The base URL of the service does not support sortBy.', 'invalidValue')
    return { request }
  } catch (error) {
    if (error instanceof ScimFailure && error.scimType === 'invalidFilter') return { refused: error }
    throw error
  }
}
