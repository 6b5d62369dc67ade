import { invalidRequest } from '../failure.ts'
import { checkResourceSize } from '../resource-size.ts'
import { readResource } from '../patch.ts'
import { groupSchema, groupType } from '../schemas.ts'
import type { Ignored, ResourceValues } from '../values.ts'
import { memberIds } from './member-operations.ts'
import type { GroupValues } from './queries.ts'

/** What a body says of a group, and the ids of its members. Throws 400. */
export function readGroup(
  body: unknown,
  ignored: Ignored,
): { readonly values: GroupValues; readonly members: readonly string[] } {
  const { members, ...resource } = readResource(body, groupType, ignored)
  const attribute = groupSchema.attributes.find(({ name }) => name === 'members')
  if (attribute === undefined) throw new Error('The schema of groups has no members.')
  return { values: groupValues(resource), members: memberIds(members, attribute) }
}

/** A resource as it is stored, without members. Throws 400 without a displayName. */
export function groupValues(resource: ResourceValues): GroupValues {
  const { displayName, externalId } = resource
  if (typeof displayName !== 'string' || displayName.trim() === '')
    throw invalidRequest('invalidValue', 'displayName is required.')
  checkResourceSize(resource, ['displayName', 'externalId'])
  return { displayName, externalId: typeof externalId === 'string' && externalId !== '' ? externalId : null, resource }
}
