import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { cliClientId, deviceCodeGrant } from '@portico/core/contract'

import { randomToken } from '../../../kit/secrets/secret-box.ts'
import { createBrowser, type Browser, type TestServer } from '../../../testing/test-server.ts'

export type Said = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }

/** A command line as the server sees one: the OAuth endpoints over a loopback socket, the API in process. */
export type CommandLine = {
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Said>
  /** Where the browser is sent by the authorization endpoint. */
  authorize(query: Record<string, string> | URLSearchParams): Promise<{ status: number; location: string }>
  startDevice(): Promise<{ deviceCode: string; userCode: string }>
  poll(deviceCode: string): Promise<Said>
  redeem(code: string, asked: Asked, change?: Record<string, string>): Promise<Said>
  /** POST /login/cli-session; returns a browser with the session's cookies, or the status of the failure. */
  exchange(accessToken: string, headers?: Record<string, string>): Promise<Browser | number>
  close(): Promise<void>
}

/** A sign-in by loopback as the command line starts it. */
export type Asked = { readonly verifier: string; readonly request: Record<string, string> }

export function askByLoopback(change: Record<string, string> = {}): Asked {
  const verifier = randomToken()
  return {
    verifier,
    request: {
      client_id: cliClientId,
      redirect_uri: 'http://127.0.0.1:50123/callback',
      response_type: 'code',
      state: randomToken(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    },
  }
}

export async function startCommandLine(server: TestServer): Promise<CommandLine> {
  const http = createServer(server.tokenEndpoint.handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const post: CommandLine['post'] = async (path, form, headers) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      ...(headers === undefined ? {} : { headers }),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Said['body'] }
  }
  return {
    post,
    async authorize(query) {
      const answer = await fetch(`${address}/oauth2/authorize?${new URLSearchParams(query).toString()}`, {
        redirect: 'manual',
      })
      return { status: answer.status, location: answer.headers.get('location') ?? '' }
    },
    async startDevice() {
      const { body } = await post('/oauth2/device_authorization', { client_id: cliClientId })
      return { deviceCode: String(body['device_code']), userCode: String(body['user_code']) }
    },
    poll: (deviceCode) =>
      post('/oauth2/token', { grant_type: deviceCodeGrant, client_id: cliClientId, device_code: deviceCode }),
    redeem: (code, { verifier, request }, change) =>
      post('/oauth2/token', {
        grant_type: 'authorization_code',
        client_id: cliClientId,
        redirect_uri: request['redirect_uri'] ?? '',
        code,
        code_verifier: verifier,
        ...change,
      }),
    async exchange(accessToken, headers) {
      const browser = createBrowser(server, server.deps.settings.baseUrl)
      const answer = await browser.send('/api/login/cli-session', {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, ...headers },
      })
      return answer.status === 204 ? browser : answer.status
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
