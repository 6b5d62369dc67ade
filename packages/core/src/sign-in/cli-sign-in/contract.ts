import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { LoopbackRequest } from './rules.ts'

/** Who would sign the command line in, and from where: the approval page shows it before the person decides. */
export const CliApprover = v.object({
  /** The client as people know it. */
  client: v.string(),
  tenantName: v.string(),
  name: v.string(),
  username: v.string(),
  /** Network address of this browser, as the server sees it. */
  address: v.string(),
})
export type CliApprover = v.InferOutput<typeof CliApprover>

/** A command line that waits with a code (RFC 8628). */
export const DeviceRequest = v.object({
  userCode: v.string(),
  /** Network address that requested the code. */
  address: v.string(),
  /** RFC 3339. */
  requestedAt: v.string(),
})
export type DeviceRequest = v.InferOutput<typeof DeviceRequest>

const Decision = v.picklist(['allow', 'deny'], 'INVALID_VALUE')
const Csrf = v.optional(v.string())
const UserCode = v.pipe(v.string(), v.maxLength(50, 'TOO_LONG'))

export const getCliApprover = endpoint({
  name: 'getCliApprover',
  summary: 'Read who would sign in to a command line',
  method: 'GET',
  path: '/login/cli',
  reply: CliApprover,
})

/** `request` is null if the code is unknown, used or expired; `wrongCodesLeft` counts down to a pause. */
export const findDeviceRequest = endpoint({
  name: 'findDeviceRequest',
  summary: 'Find the command line that is waiting with a code',
  method: 'POST',
  reads: true,
  path: '/login/cli/device',
  body: v.strictObject({ userCode: UserCode }),
  reply: v.object({ request: v.nullable(DeviceRequest), wrongCodesLeft: v.number() }),
})

/** `answered` is false if the code is unknown, used or expired by now. */
export const answerDeviceRequest = endpoint({
  name: 'answerDeviceRequest',
  summary: 'Allow or deny the command line that is waiting with a code',
  method: 'POST',
  path: '/login/cli/device/answer',
  body: v.object({ userCode: UserCode, decision: Decision, 'X-CSRFToken': Csrf }),
  bodyKind: 'form',
  reply: v.object({ answered: v.boolean() }),
})

/** `redirectUrl` is the command line's own address on this machine, with a code or the refusal (RFC 6749 section 4.1.2). */
export const answerLoopbackRequest = endpoint({
  name: 'answerLoopbackRequest',
  summary: 'Allow or deny the command line on this machine',
  method: 'POST',
  path: '/login/cli/loopback/answer',
  body: v.object({ ...LoopbackRequest.entries, decision: Decision, 'X-CSRFToken': Csrf }),
  bodyKind: 'form',
  reply: v.object({ redirectUrl: v.string() }),
})

/** Called once with the access token of the token endpoint as bearer token; the answer sets the session's cookies. */
export const beginCliSession = endpoint({
  name: 'beginCliSession',
  summary: 'Exchange the access token of a sign-in for a session of the command line',
  method: 'POST',
  path: '/login/cli-session',
  success: 204,
  outsideWrapper: true,
})
