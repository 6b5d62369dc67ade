import { endpoints, keyLengthMax, nameLengthMax } from '@portico/core/contract'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'

import { createApp } from '../../../app/app.ts'
import { openApi } from '../../../app/openapi.ts'
import { createTestServer, testBaseUrl } from '../../../testing/test-server.ts'

const document = openApi('https://portal.example', '1.2.3')
const paths = document['paths'] as Record<string, Record<string, unknown>>

it('lists every endpoint of the contract under /api', () => {
  for (const endpoint of endpoints)
    expect(paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()], endpoint.name).toBeDefined()
})

it('names every operation once', () => {
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map((one) => (one as { operationId: string }).operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

it('contains the limits of the rules', () => {
  const body = paths['/api/portal/admin/environments/{envId}/service-accounts']?.['post'] as { requestBody: unknown }
  const text = JSON.stringify(body.requestBody)
  expect(text).toContain(`"maxLength":${nameLengthMax}`)
  expect(text).toContain(`"maxLength":${keyLengthMax}`)
  expect(text).toContain('"enum":["RSA"]')
})

it('lists the token endpoint by hand', () => {
  for (const path of ['/oauth2/token', '/oauth2/jwks', '/.well-known/openid-configuration'])
    expect(paths[path]).toBeDefined()
})

it('names the release of the server', () => {
  expect(document['info']).toMatchObject({ version: '1.2.3' })
})

it('is built once, and sent compressed', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  let made = 0
  const deps = Object.defineProperty({ ...server.deps }, 'version', { get: () => `${(made += 1)}` })
  const app = createApp(deps)
  const ask = (accept: string) =>
    app.fetch(new Request(`${testBaseUrl}/api/openapi.json`, { headers: { 'accept-encoding': accept } }))
  const plain = await (await ask('identity')).text()
  const packed = await ask('br')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(plain)
  expect(made).toBe(1)
  expect(JSON.parse(plain)).toEqual(openApi(testBaseUrl, '1'))
})
