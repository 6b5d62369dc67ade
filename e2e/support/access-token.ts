import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type TokenRequest = {
  /** Address of the server, and its issuer. */
  readonly server: string
  readonly serviceAccountId: string
  /** PEM of the account's private key. */
  readonly keyFile: string
  /** URN of the application; absent: the portal. */
  readonly resource?: string
}

/** An access token, as a program obtains it: an assertion for client credentials (RFC 7523 section 2.2). */
export async function requestAccessToken(request: TokenRequest): Promise<string> {
  const { server, serviceAccountId, keyFile, resource } = request
  const response = await fetch(`${server}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion(server, serviceAccountId, readFileSync(keyFile, 'utf8')),
      ...(resource === undefined ? {} : { resource }),
    }),
  })
  const answer = (await response.json()) as { access_token?: string }
  if (answer.access_token === undefined) throw new Error(`No token: ${JSON.stringify(answer)}`)
  return answer.access_token
}

function assertion(issuer: string, account: string, pem: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: account, sub: account, aud: issuer, iat: now, exp: now + 120, jti: randomUUID() }
  return signJwt({ alg: 'RS256', typ: 'JWT' }, claims, pem)
}

/** Signs with RS256, whatever the header says. */
export function signJwt(header: Fields, claims: Fields, pem: string): string {
  const signed = `${encodePart(header)}.${encodePart(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(pem)).toString('base64url')}`
}

type Fields = Readonly<Record<string, unknown>>

export function encodePart(value: Fields): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export function readPart(token: string, index: 0 | 1): Fields {
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Fields
}
