import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Automation } from './server-process.ts'

export type AdminApi = {
  /** Calls `/api` + path as a service account that administers the tenant; throws unless the answer is 2xx. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** The API as a program sees it: an assertion becomes a token (RFC 7523), and the token opens the rest. */
export async function openAdminApi({ server, serviceAccountId, keyFile }: Automation): Promise<AdminApi> {
  const token = await requestToken(server, assertion(server, serviceAccountId, readFileSync(keyFile, 'utf8')))
  return {
    async call<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${server}/api${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
  }
}

async function requestToken(server: string, clientAssertion: string): Promise<string> {
  const response = await fetch(`${server}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: clientAssertion,
    }),
  })
  const answer = (await response.json()) as { access_token?: string }
  if (answer.access_token === undefined) throw new Error(`No token: ${JSON.stringify(answer)}`)
  return answer.access_token
}

function assertion(issuer: string, account: string, pem: string): string {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: account, sub: account, aud: issuer, iat: now, exp: now + 120, jti: randomUUID() }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(pem)).toString('base64url')}`
}
