import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { answerDeviceRequest, answerLoopbackRequest, cliClientId, type BodyOf } from '@portico/core'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let close: () => Promise<void>
let config: client.Configuration

beforeAll(async () => {
  let handler: RequestListener = () => undefined
  const http = createServer((request, response) => handler(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  server = await createTestServer({ baseUrl })
  handler = server.tokenEndpoint.handler
  acme = await server.importTenant(smallTenant('acme'))
  close = async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await server.close()
  }
  config = await client.discovery(new URL(baseUrl), cliClientId, {}, client.None(), {
    execute: [client.allowInsecureRequests],
  })
})
afterAll(() => close?.())

const person = (username: string) => signedIn(server, acme, { username, groups: ['staff'] })

async function opensSession(token: string): Promise<boolean> {
  const { baseUrl } = server.deps.settings
  const headers = { authorization: `Bearer ${token}` }
  return (
    (await server.fetch(new Request(`${baseUrl}/api/login/cli-session`, { method: 'POST', headers }))).status === 204
  )
}

test('a third-party client library signs in by authorization code, PKCE and iss', async () => {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const asked = client.buildAuthorizationUrl(config, {
    redirect_uri: 'http://127.0.0.1:50123/callback',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  const place = await fetch(asked, { redirect: 'manual' })
  const [, query] = (place.headers.get('location') ?? '').split('?')
  const request = Object.fromEntries(new URLSearchParams(query))
  const browser = await person('code@acme.example')
  const answer = await browser.core.client.call(answerLoopbackRequest, {
    body: { ...request, decision: 'allow' } as unknown as BodyOf<typeof answerLoopbackRequest>,
  })
  if (!answer.ok) throw new Error(answer.problem.errorMessage)
  const tokens = await client.authorizationCodeGrant(config, new URL(answer.value.redirectUrl), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  expect(await opensSession(tokens.access_token)).toBe(true)
})

test('a third-party client library signs in by device code', async () => {
  const device = await client.initiateDeviceAuthorization(config, {})
  const browser = await person('device@acme.example')
  const body = { userCode: device.user_code, decision: 'allow' } as const
  expect(await browser.core.client.call(answerDeviceRequest, { body })).toMatchObject({ ok: true })
  // The library respects the interval; the answer already exists.
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })
  expect(await opensSession(tokens.access_token)).toBe(true)
})
