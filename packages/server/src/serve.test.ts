import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { startDirectory } from './scim/testing/directory.ts'
import { serve } from './serve.ts'
import { createTestServer } from './testing/test-server.ts'

test('a server that stops right after a SCIM request has written it to the Inbox', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { providerId, token } = await startDirectory(server, 'acme')
  const { deps, tokenEndpoint, database } = server
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })

  const sent = await fetch(`http://127.0.0.1:${running.port}/scim/v2/${providerId}/Users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await running.stop()

  expect(sent.status).toBe(200)
  const { rows } = await sql`select method, path, status from scim_requests`.execute(database.owner)
  expect(rows).toEqual([{ method: 'GET', path: '/Users', status: 200 }])
})
