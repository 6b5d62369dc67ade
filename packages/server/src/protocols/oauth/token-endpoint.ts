import type { IncomingMessage } from 'node:http'

import { authorizeDevice } from '../../sign-in/cli-sign-in/device-authorization.ts'
import { answerCliGrant, isCliGrant } from '../../sign-in/cli-sign-in/token-grants.ts'
import type { AnswerAccountGrant } from './account-grant.ts'
import type { ApplicationEndpoints } from './application-endpoints.ts'
import { addressOf, readPosted, refuse, reply, type EndpointDeps, type Exchange } from './exchange.ts'
import type { Form } from './read-form.ts'
import { otherAuthentication, readTokenRequest } from './token-request.ts'

type TokenDeps = EndpointDeps & {
  readonly applications: ApplicationEndpoints | undefined
  readonly accountGrant: AnswerAccountGrant
}

/**
 * POST /oauth2/token: the grant of a registered client (protocols/openid/token.ts), of a command line (sign-in/cli-sign-in) or of a service
 * account (account-grant.ts).
 */
export async function answerToken(exchange: Exchange, deps: TokenDeps): Promise<void> {
  const { req, res, requestId } = exchange
  const { applications, accountGrant } = deps
  const { headers } = req
  const form = await readTokenForm(exchange, deps)
  if (form === undefined) return
  const { fields } = form
  const by = { requestId, address: addressOf(req, deps) }
  if (applications?.ownsGrant(fields, headers)) return applications.answerGrant(res, { fields, headers, ...by })
  if (headers.authorization !== undefined) return refuse(exchange, otherAuthentication, deps)
  if (isCliGrant(fields)) return reply(exchange, await answerCliGrant(fields, deps), deps)
  const request = readTokenRequest(form)
  if ('status' in request) return refuse(exchange, request, deps)
  await accountGrant(request, { ...by, dpop: dpopOf(req) }, res)
}

/** POST /oauth2/device_authorization (RFC 8628 section 3.1). */
export async function answerDevice(exchange: Exchange, deps: EndpointDeps): Promise<void> {
  const { req } = exchange
  const form = await readTokenForm(exchange, deps)
  if (form === undefined) return
  if (req.headers.authorization !== undefined) return refuse(exchange, otherAuthentication, deps)
  return reply(exchange, await authorizeDevice(form.fields, addressOf(req, deps), deps), deps)
}

/** Every attempt of a network counts. */
function readTokenForm(exchange: Exchange, deps: EndpointDeps): Promise<Form | undefined> {
  return readPosted(exchange, deps, (network) => deps.rateLimits.take('token-address', network))
}

/** Several headers come as one text, which is not a valid proof. */
function dpopOf({ headers: { dpop } }: IncomingMessage): string | undefined {
  return Array.isArray(dpop) ? dpop.join(', ') : dpop
}
