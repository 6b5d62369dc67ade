import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { pino } from 'pino'

import type { Database } from '../../../kit/database/connect.ts'
import { silentLog } from '../../../kit/database/testing/silent-log.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { createRateLimits } from '../../../kit/http/rate-limit.ts'
import { createSharedCounts } from '../../../kit/http/shared-counts.ts'
import { createSecretBox } from '../../../kit/secrets/secret-box.ts'
import { readSettings } from '../../../kit/settings/settings.ts'
import { createTokenEndpoint, type TokenEndpoint, type TokenEndpointParts } from '../endpoints.ts'

export type LogEntry = { readonly level: number; readonly msg: string; readonly [name: string]: unknown }

/** A token endpoint on a loopback socket of plain http, for any base URL: as behind a proxy. */
export type TokenServer = {
  readonly endpoint: TokenEndpoint
  readonly issuer: string
  /** Where the socket is. */
  readonly address: string
  readonly log: LogEntry[]
  post(form: Record<string, string> | URLSearchParams | string, headers?: Record<string, string>): Promise<TokenAnswer>
  /** By client credentials. */
  ask(assertion: string, more?: Record<string, string>): Promise<TokenAnswer>
  /** By the JWT-bearer grant. */
  grant(assertion: string, more?: Record<string, string>): Promise<TokenAnswer>
  close(): Promise<void>
}

export type TokenAnswer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

export const publicIssuer = 'https://portal.example.com'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** `issuer` 'socket' takes the socket's own address for the base URL. */
export async function startTokenServer(
  database: Database,
  {
    issuer = publicIssuer,
    env = {},
    secretKey = Buffer.alloc(32, 7),
    ...parts
  }: TokenEndpointParts & { issuer?: string; env?: Record<string, string>; secretKey?: Buffer } = {},
): Promise<TokenServer> {
  const server = createServer((req, res) => endpoint.handler(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log: LogEntry[] = []
  const clock = { now: () => Date.now() }
  const settings = readSettings(env, issuer === 'socket' ? address : issuer)
  const deps = {
    database,
    secrets: createSecretBox(secretKey),
    settings,
    clock,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line) as LogEntry) }),
    rateLimits: createRateLimits(clock, {
      limits: settings.rateLimits,
      shared: createSharedCounts(database, silentLog as unknown as Deps['log']),
    }),
  }
  const endpoint = await createTokenEndpoint(deps, parts)
  const post: TokenServer['post'] = async (form, headers) => {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${address}/oauth2/token`, { method: 'POST', body, headers: { ...type, ...headers } })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
  }
  return {
    endpoint,
    issuer: settings.baseUrl,
    address,
    log,
    post,
    ask: (client_assertion, more) =>
      post({ grant_type: 'client_credentials', client_assertion_type: assertionType, client_assertion, ...more }),
    grant: (assertion, more) => post({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, ...more }),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await endpoint.settled()
    },
  }
}
