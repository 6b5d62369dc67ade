import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createServer } from 'vite'

import type { OpenApi } from './api/open-api.ts'

/** Address of a server in the document that is built: every server sends its own at /api/openapi.json. */
const exampleServer = 'https://portal.example.com'

/** The OpenAPI document, made by the sources of the server in this process. */
export async function makeOpenApi(root: string): Promise<OpenApi> {
  const server = await createServer({
    root: join(root, 'packages/server'),
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { openApi } = (await server.ssrLoadModule(join(root, 'packages/server/src/app/openapi.ts'))) as {
      openApi(this: void, baseUrl: string, version: string): unknown
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return JSON.parse(JSON.stringify(openApi(exampleServer, version))) as OpenApi
  } finally {
    await server.close()
  }
}
