import type { ServerResponse } from 'node:http'

/** An error answer of RFC 6749 section 5.2. `description` reveals nothing that the caller must not know. */
export type Refusal = {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

const assertionRefused =
  'The assertion is not accepted. Check the account, its key, the audience, the expiry and the clock of this machine; use each assertion once.'

/** The same words for every flaw of an assertion (RFC 7523 section 3.1 and 3.2). */
export function refusedAssertion(grant: 'client_credentials' | 'jwt-bearer'): Refusal {
  return grant === 'jwt-bearer'
    ? { status: 400, error: 'invalid_grant', description: assertionRefused }
    : { status: 401, error: 'invalid_client', description: assertionRefused }
}

export function invalidRequest(description: string): Refusal {
  return { status: 400, error: 'invalid_request', description }
}

export function invalidTarget(description: string): Refusal {
  return { status: 400, error: 'invalid_target', description }
}

/** RFC 9449 section 5. */
export const refusedProof: Refusal = {
  status: 400,
  error: 'invalid_dpop_proof',
  description:
    'The DPoP proof is not accepted. Check its address, its method and the clock of this machine; use each proof once.',
}

/** A client that is registered for bound tokens sent no proof (RFC 9449 section 5.2). */
export const missingProof: Refusal = {
  status: 400,
  error: 'invalid_dpop_proof',
  description: 'This client is registered for tokens that are bound to a key: send a DPoP proof.',
}

export const publicClient: Refusal = {
  status: 401,
  error: 'invalid_client',
  description: 'A public client cannot introspect tokens: it cannot prove who it is.',
}

export function tooMany(waitSecs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitSecs))
  return {
    status: 429,
    error: 'temporarily_unavailable',
    description: `Too many requests. Try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  }
}

export function databaseAway(headers: Readonly<Record<string, string>>): Refusal {
  const description = 'The server cannot answer now. Try again in a moment.'
  return { status: 503, error: 'temporarily_unavailable', description, headers }
}

export const broken: Refusal = {
  status: 500,
  error: 'server_error',
  description: 'Something went wrong here. The X-Request-Id leads to it in the log.',
}

export function bodyOf({ error, description }: Refusal): { error: string; error_description: string } {
  return { error, error_description: description }
}

export function sendRefusal(res: ServerResponse, refusal: Refusal): void {
  if (res.headersSent || res.destroyed) return
  res.writeHead(refusal.status, {
    ...refusal.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  res.end(JSON.stringify(bodyOf(refusal)))
}

/** RFC 6749 section 5.1. */
export function sendReply(res: ServerResponse, reply: object): void {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(reply))
}
