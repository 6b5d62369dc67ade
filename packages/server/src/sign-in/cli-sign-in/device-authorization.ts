import { cliSignInPaths, showUserCode } from '@portico/core/contract'

import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import { tooMany, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { insertDeviceRequest } from './device-requests.ts'
import { deviceCodeSecs, pollIntervalSecs } from './limits.ts'
import { clientFault } from './token-grants.ts'

/** RFC 8628 section 3.2. */
export type DeviceReply = {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

/** POST /oauth2/device_authorization: a code to show to a person, and one to poll with. */
export async function authorizeDevice(
  fields: ReadonlyMap<string, string>,
  address: string,
  { database, secrets, settings, rateLimits }: Pick<Deps, 'database' | 'secrets' | 'settings' | 'rateLimits'>,
): Promise<DeviceReply | Refusal> {
  const fault = await clientFault(fields, { database })
  if (fault !== undefined) return fault
  const wait = await rateLimits.take('device-authorization', networkOf(address))
  if (wait > 0) return tooMany(wait)
  const { deviceCode, userCode } = await insertDeviceRequest(globalQuery(database), secrets, address)
  const page = settings.baseUrl + cliSignInPaths.approval
  return {
    device_code: deviceCode,
    user_code: showUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${showUserCode(userCode)}`,
    expires_in: deviceCodeSecs,
    interval: pollIntervalSecs,
  }
}
