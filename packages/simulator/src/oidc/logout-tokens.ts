import type { KeyObject } from 'node:crypto'

import { type CompactJWSHeaderParameters, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'

import type { LogoutOddity } from '../control/switches.ts'
import { sign } from './forgeries.ts'
import type { SigningKey } from './keys.ts'

type Deps = {
  fetch: typeof globalThis.fetch
  key: SigningKey
  foreign: () => Promise<SigningKey>
  secretOf: (clientId: string) => string
  odd: () => LogoutOddity | null
  /** The last honest token, kept over rebuilds of the provider. */
  last: { token?: string }
}

/**
 * Sends what oidc-provider wants sent (logout tokens and nothing else), with the lie asked for. Its own guard against
 * private addresses is left out: everything here is on loopback.
 */
export function logoutFetch({ fetch, key, foreign, secretOf, odd: oddNow, last }: Deps) {
  return async function send(address: string | URL | Request, options?: RequestInit): Promise<Response> {
    const { method, headers, body, redirect, signal } = options ?? {}
    const request = { method, headers, redirect, signal }
    const sent = body instanceof URLSearchParams ? body.get('logout_token') : null
    const odd = oddNow()
    const told = sent === null || odd === null ? sent : await forged(sent, odd)
    if (sent !== null && odd === null) last.token = sent
    const form = told === null ? body : new URLSearchParams({ logout_token: told })
    return fetch(address, { ...withoutMissing(request), ...(form == null ? {} : { body: form }) })
  }

  async function forged(token: string, odd: LogoutOddity): Promise<string> {
    if (odd === 'replayed') return last.token ?? token
    const claims = decodeJwt(token)
    const header = decodeProtectedHeader(token) as CompactJWSHeaderParameters
    const hashed = header.alg.startsWith('HS')
    if (odd === 'alg-none') return `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.`
    const own = hashed ? new TextEncoder().encode(secretOf(String(claims.aud))) : key.privateKey
    const other = async () => (await foreign()).privateKey
    const used: KeyObject | Uint8Array = odd === 'foreign-key' && !hashed ? await other() : own
    return sign(lies[odd](claims), header, used)
  }
}

const lies: Record<Exclude<LogoutOddity, 'alg-none' | 'replayed'>, (claims: JWTPayload) => Record<string, unknown>> = {
  'wrong-audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'wrong-issuer': (claims) => ({ ...claims, iss: 'https://elsewhere.example' }),
  'with-nonce': (claims) => ({ ...claims, nonce: 'a-nonce' }),
  'without-events': (claims) => ({ ...claims, events: undefined }),
  'without-subject': (claims) => ({ ...claims, sub: undefined, sid: undefined }),
  expired: (claims) => ({ ...claims, iat: claims.iat! - 7200, exp: claims.iat! - 3600 }),
  'foreign-key': (claims) => claims,
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function withoutMissing(request: Record<string, unknown>): RequestInit {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
}
