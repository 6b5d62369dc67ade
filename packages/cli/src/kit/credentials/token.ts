import type { KeyObject } from 'node:crypto'

import { networkProblem, type HttpPort } from '@portico/core'

import { failureOf } from '../errors/problem-failure.ts'
import { fail } from '../errors/failure.ts'
import { createAssertion } from './assertion.ts'
import { clockDifference } from './clock-difference.ts'
import { phrase } from '../phrases/phrase.ts'

export type Token = { readonly accessToken: string; /** Milliseconds since the epoch. */ readonly expiresAt: number }

/** The error id of failures that a later retry may resolve. */
export const busy = 'SERVER_BUSY'

export type SigningAccount = { readonly server: string; readonly account: string; readonly key: KeyObject }

type Ports = { readonly http: HttpPort; readonly now: () => number; readonly randomId: () => string }

/** Signs a service account in: discovery, an assertion, the token endpoint (RFC 7523 by client credentials, RFC 6749 4.4). */
export async function requestToken(signing: SigningAccount, ports: Ports): Promise<Token> {
  const { fields, askedAt } = await issueToken({ ...signing, resources: [] }, ports)
  const { access_token: token, expires_in: life } = fields
  return { accessToken: String(token), expiresAt: askedAt + (typeof life === 'number' && life > 0 ? life : 60) * 1000 }
}

/** The answer of the token endpoint for these applications (RFC 8707); none: the portal. It has a bearer token. */
export async function issueToken(
  { resources, ...signing }: SigningAccount & { readonly resources: readonly string[] },
  ports: Ports,
): Promise<{ readonly fields: Readonly<Record<string, unknown>>; readonly askedAt: number }> {
  const { issuer, tokenPath } = await discover(signing.server, ports.http)
  const askedAt = ports.now()
  const assertion = createAssertion({ ...signing, issuer, now: askedAt, id: ports.randomId() })
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  for (const resource of resources) form.append('resource', resource)
  const { status, fields, requestID, date } = await fetchJson(ports.http, 'POST', tokenPath, form.toString())
  const { access_token: token, token_type: type, error, error_description: description } = fields
  if (status === 200 && typeof token === 'string' && /^bearer$/i.test(String(type))) return { fields, askedAt }
  if (status === 400 && error === 'invalid_target' && typeof description === 'string')
    return fail('forbidden', phrase`There is no token for this. ${description}`, { errorID: error, requestID })
  if (status === 400 || status === 401) {
    const errorID = typeof error === 'string' ? error : undefined
    const clock = clockDifference(askedAt, date)
    if (clock !== undefined)
      return fail(
        'sign-in',
        phrase`The clock of this machine is ${clock}. The server therefore does not accept what this machine signs. Set the clock.`,
        { errorID, hint: 'timedatectl set-ntp true', requestID },
      )
    return fail(
      'sign-in',
      'The server does not accept this service account or its key. Check the id, that the key belongs to it, and the clock of this machine.',
      { errorID, hint: 'portico config explain serviceAccount', requestID },
    )
  }
  return fail('failure', phrase`The server did not issue a token (status ${status}). Wait a moment and try again.`, {
    errorID: busy,
    requestID,
  })
}

async function discover(server: string, http: HttpPort): Promise<{ issuer: string; tokenPath: string }> {
  const { status, fields, requestID } = await fetchJson(http, 'GET', '/.well-known/openid-configuration')
  const { issuer, token_endpoint: endpoint } = fields
  if (status === 429 || status >= 500)
    return fail('failure', phrase`${server} is busy or out of order (status ${status}). Wait a moment and try again.`, {
      errorID: busy,
      requestID,
    })
  if (status !== 200 || typeof issuer !== 'string' || typeof endpoint !== 'string')
    return fail('failure', phrase`${server} does not look like a Portico server: it has no OpenID configuration.`, {
      requestID,
    })
  // The assertion is sent to, and the token accepted from, the configured server only.
  if (originOf(issuer) !== server || originOf(endpoint) !== server)
    return fail('failure', phrase`${server} calls itself ${issuer}. Sign in at that address.`, {
      hint: `portico login --server ${originOf(issuer) ?? issuer}`,
    })
  const { pathname, search } = new URL(endpoint)
  return { issuer, tokenPath: pathname + search }
}

async function fetchJson(http: HttpPort, method: 'GET' | 'POST', path: string, form?: string) {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (form !== undefined) headers['Content-Type'] = 'application/x-www-form-urlencoded'
  try {
    const answer = await http.send({ method, path, headers, body: form })
    const [requestID, date] = [answer.header('x-request-id'), answer.header('date')]
    return { status: answer.status, fields: objectOf(await answer.text()), requestID, date }
  } catch (reason) {
    const failure = failureOf(networkProblem(reason))
    return fail(failure.kind, failure.said ?? failure.message, failure)
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
