import { afterAll, beforeAll, expect, it } from 'vitest'

import { listenTestServer, type ListeningServer } from '../../../testing/listening-server.ts'

let server: ListeningServer
beforeAll(async () => {
  server = await listenTestServer({})
})
afterAll(() => server?.close())

it.each(['/scim', '/scim/', '/scim/v2', '/scim/v2/', '/scim/v2?startIndex=1', '/scim/v1/Users'])(
  '%s is answered as SCIM says, with the whole address, and never with a page of the portal',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, expect.stringContaining('scim+json')])
      expect(await answer.json()).toMatchObject({ status: '404', detail: expect.stringContaining('/scim/v2/IDP-ID') })
    }
  },
)
