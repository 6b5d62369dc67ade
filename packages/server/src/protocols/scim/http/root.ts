import { invalidRequest } from '../failure.ts'
import { listGroups } from '../groups/read.ts'
import type { ListRequest } from '../lists/list-request.ts'
import { groupType, userType, type ResourceType } from '../schemas.ts'
import type { ResourceValues } from '../values.ts'
import { listUsers } from '../users/read.ts'
import type { ScimAnswer, ScimCall } from './call.ts'
import { listBody } from './resource.ts'

type Listed = { readonly totalResults: number; readonly Resources: readonly ResourceValues[] }

/**
 * Users, then groups, as one list (RFC 7644 sections 3.4.2.1 and 3.4.3, at the base of the service). `read` reads the request for
 * one type that is listed together with another: an attribute that only the other type has is treated as having no value.
 */
export async function listAll(
  call: ScimCall,
  read: (type: ResourceType, listedWith: ResourceType) => ListRequest,
): Promise<ScimAnswer> {
  const ofUsers = read(userType, groupType)
  const { sort, cursor, startIndex, count } = ofUsers
  if (sort !== undefined) throw invalidRequest('invalidValue', 'The base URL of the service does not support sortBy.')
  if (cursor !== undefined)
    throw invalidRequest('invalidCursor', 'The base URL of the service does not support cursor.')
  const ofGroups = read(groupType, userType)
  const users = bodyOf(await listUsers(call, ofUsers))
  const left = {
    startIndex: Math.max(1, startIndex - users.totalResults),
    count: Math.max(0, count - users.Resources.length),
  }
  const groups = bodyOf(await listGroups(call, { ...ofGroups, ...left }))
  const total = users.totalResults + groups.totalResults
  return { status: 200, body: listBody([...users.Resources, ...groups.Resources], { total, startIndex }) }
}

const bodyOf = ({ body }: ScimAnswer) => body as Listed
