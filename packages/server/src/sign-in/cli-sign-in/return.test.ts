import { afterAll, beforeAll, expect, test } from 'vitest'

import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, newBrowser, providerEntry, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer()
  await server.importTenant(tenantWith('acme', [providerEntry(provider.issuer, { suffixes: ['acme.example'] })]))
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

test.each([
  ['/login/device?user_code=WDJB-MJHT', '/login/device?user_code=WDJB-MJHT'],
  ['/portal/admin/environment-settings', '/portal/admin/environment-settings'],
  ['//evil.example/login/device', '/portal/environments'],
  ['https://evil.example/login/device', '/portal/environments'],
  ['/api/login/signout', '/portal/environments'],
  [undefined, '/portal/environments'],
])('who signs in for %s lands on %s, signed in', async (returnPath, place) => {
  const browser = newBrowser(server)
  const query = returnPath === undefined ? '' : `?${new URLSearchParams({ returnPath }).toString()}`
  const started = await browser.send(`/api/login${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada@acme.example' }),
  })
  const { redirectUrl } = (await started.json()) as { redirectUrl: string }
  const answer = await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, place])
  expect((await whoIs(browser))?.username).toBe('ada@acme.example')
})
