import type { IncomingMessage, ServerResponse } from 'node:http'

import { cliClientId } from '@portico/core/contract'

import type { Deps } from '../../kit/http/deps.ts'
import { clientAddress } from '../../kit/http/client-address.ts'
import { inLanguageOf } from '../../kit/words/language.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Senders } from '../../kit/http/senders.ts'
import { isUuid } from '../../kit/identifiers.ts'
import type { ApplicationEndpoints } from '../oauth/application-endpoints.ts'
import { assertionAlgorithms } from '../oauth/limits.ts'
import { readBody } from '../oauth/read-form.ts'
import { invalidRequest, sendRefusal, tooMany, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { prompts } from './authorization-request.ts'
import { authorize } from './authorize.ts'
import { endPortalSession } from './end-session.ts'
import type { NoteRefusal } from './client-authentication.ts'
import { recordRefusedRequest, refusedLine } from '../../sign-in/records/application-refusals.ts'
import { openidPaths, scopes } from './limits.ts'
import { pageOriginOf } from './page-origin.ts'
import { browserRequest, redirect, sendJson } from './respond.ts'
import { createSigner, type Signer } from './signer.ts'
import { useRefreshGrant } from './refresh-tokens.ts'
import { redeemCode } from './token.ts'
import { userinfo } from './userinfo.ts'

type Parts = Pick<Deps, 'database' | 'settings' | 'clock' | 'secrets' | 'log' | 'rateLimits' | 'keySets' | 'metrics'>

export type OpenidEndpoints = ApplicationEndpoints & {
  /** Signs logout tokens too. */
  readonly signer: Signer
}

/** Portico as OpenID provider of registered applications (docs/decisions/0106). `senders`: known once the server is composed. */
export function createOpenidEndpoints(parts: Parts, senders: () => Senders): OpenidEndpoints {
  const signer = createSigner(parts.settings.baseUrl, parts.clock)
  const paths: ReadonlySet<string> = new Set(Object.values(openidPaths))
  return {
    owns(path, query) {
      if (path !== openidPaths.authorization || query === undefined) return paths.has(path)
      // A posted request has its client in the body; the command line does not post.
      return query.get('client_id') === null ? query.size === 0 : isOurs(query.get('client_id'))
    },
    ownsGrant: (fields, { authorization }) =>
      ['authorization_code', 'refresh_token'].includes(fields.get('grant_type') ?? '') &&
      (authorization !== undefined || fields.has('client_assertion') || isOurs(fields.get('client_id'))),
    async answerGrant(res, { fields, headers, ...by }) {
      const refused: NoteRefusal = (client, reason) =>
        recordRefusedRequest(parts, {
          tenantId: client.tenantId,
          clientId: client.id,
          lines: [refusedLine('application-client', { application: client.application.label, reason })],
          ...by,
        })
      const deps = { ...parts, signer, by, refused }
      const answerTo = fields.get('grant_type') === 'refresh_token' ? useRefreshGrant : redeemCode
      const origin = await pageOriginOf(fields, headers, parts)
      if (origin !== undefined) {
        res.setHeader('Access-Control-Allow-Origin', origin)
        res.setHeader('Vary', 'Origin')
      }
      const reply = await answerTo(fields, headers, deps)
      return 'status' in reply ? sendRefusal(res, reply) : sendJson(res, reply)
    },
    handler: answer,
    useKeys: (keys) => signer.useKeys(keys),
    signer,
    discovery: {
      userinfo_endpoint: openidPaths.userinfo,
      end_session_endpoint: openidPaths.endSession,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      scopes_supported: scopes,
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      prompt_values_supported: prompts,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
      claim_types_supported: ['normal'],
      claims_supported: [
        'iss',
        'sub',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'acr',
        'amr',
        'nonce',
        'at_hash',
        'sid',
        'name',
        'preferred_username',
        'given_name',
        'family_name',
        'locale',
        'updated_at',
        'email',
        'email_verified',
        'tenant',
        'environment',
        'roles',
        'tenant_roles',
      ],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      // It is true where a document does not say (OpenID Connect Discovery section 3).
      request_uri_parameter_supported: false,
    },
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const path = req.url?.split('?', 1)[0]
    const address = clientAddress(req, parts.settings.trustedProxies)
    const limit = path === openidPaths.userinfo ? 'userinfo-address' : 'authorize-address'
    const waitSecs = await parts.rateLimits.take(limit, networkOf(address))
    if (waitSecs > 0) return sendRefusal(res, tooMany(waitSecs))
    const form = req.method === 'POST' ? await formOf(req, path === openidPaths.userinfo) : undefined
    if (form === 'gone') return
    if (form !== undefined && 'status' in form) return sendRefusal(res, form)
    if (req.method !== 'GET' && req.method !== 'HEAD' && form === undefined)
      return sendRefusal(res, {
        ...invalidRequest('This address answers GET and POST only.'),
        status: 405,
        headers: { Allow: 'GET, HEAD, POST' },
      })
    if (path === openidPaths.userinfo) {
      const asked = { method: req.method ?? '', headers: req.headers, posted: form?.get('access_token') ?? undefined }
      const reply = await userinfo(asked, { ...parts, signer })
      return isRefusal(reply) ? sendRefusal(res, reply) : sendJson(res, reply)
    }
    // A form of another site comes without our cookies (SameSite=Lax); the address it leads to has them.
    if (form !== undefined && path === openidPaths.authorization) return redirect(res, `${path}?${form.toString()}`)
    const query = new URL(req.url ?? '/', parts.settings.baseUrl).searchParams
    const visit = { req, res, query, requestId, address }
    const deps = { ...parts, signer, senders: senders() }
    await inLanguageOf(browserRequest(req, parts.settings.baseUrl), () =>
      path === openidPaths.endSession ? endPortalSession(visit, form, deps) : authorize(visit, deps),
    )
  }
}

function isOurs(clientId: string | null | undefined): boolean {
  return clientId != null && clientId !== cliClientId && isUuid(clientId)
}

function isRefusal(reply: Readonly<Record<string, unknown>> | Refusal): reply is Refusal {
  return 'status' in reply && 'error' in reply
}

/** The fields of a posted form; `mayBeEmpty`: a request without a body has none. */
async function formOf(req: IncomingMessage, mayBeEmpty: boolean): Promise<URLSearchParams | Refusal | 'gone'> {
  const body = await readBody(req)
  if (body === 'gone' || 'status' in body) return body
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(body.toString('utf8'))
  if (mayBeEmpty && body.length === 0) return new URLSearchParams()
  return invalidRequest('The body must be application/x-www-form-urlencoded.')
}
