import { hasControls, hasInvisible } from '@portico/core/contract'

import { invalidRequest } from '../failure.ts'
import { checkResourceSize } from '../resource-size.ts'
import type { ResourceValues } from '../values.ts'
import type { UserValues } from './queries.ts'

/**
 * A resource as it is stored. A person is active unless the directory says otherwise; a replacement that does not mention it
 * changes nothing about it. Throws 400 without a userName, and for a new one with characters that people cannot see.
 */
export function userValues(
  given: ResourceValues,
  before: { readonly active: boolean; readonly userName?: string },
): UserValues {
  const { userName, externalId, active = before.active, ...others } = given
  if (typeof userName !== 'string' || userName.trim() === '')
    throw invalidRequest('invalidValue', 'userName is required.')
  // One of an earlier build keeps its name, so that it can still be deactivated.
  if (userName !== before.userName && (hasControls(userName) || hasInvisible(userName)))
    throw invalidRequest('invalidValue', 'userName has characters that cannot be seen.')
  const identifier = typeof externalId === 'string' && externalId !== '' ? externalId : null
  const resource = {
    userName,
    ...(identifier === null ? {} : { externalId: identifier }),
    active: active === true,
    ...others,
  }
  checkResourceSize(resource, ['userName', 'externalId'])
  return { userName, externalId: identifier, active: active === true, resource }
}
