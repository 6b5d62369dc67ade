import { updateScimToken, listScimTokens } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

async function disableTokens({ admin, providerId: id }: Directory) {
  const { client } = admin.core
  const listed = await client.call(listScimTokens, { params: { id } })
  for (const { id: tokenId } of listed.ok ? listed.value.tokens : [])
    await client.call(updateScimToken, { params: { id, tokenId }, body: { active: false } })
}

describe('a token that was used before and is disabled', () => {
  it.each<[string, string, string, unknown]>([
    ['reads nothing', 'GET', '/Users', undefined],
    ['is not told whether an id exists', 'GET', '/Users/1', undefined],
    ['creates nothing', 'POST', '/Users', { userName: 'late' }],
    ['is not told what is wrong with a body', 'POST', '/Users', '{'],
    ['is not told what is wrong with a filter', 'GET', '/Users?filter=x', undefined],
    ['is not told which addresses there are', 'GET', '/Nothing', undefined],
    ['is not told which methods there are', 'DELETE', '/Users', undefined],
    ['gets no document', 'GET', '/Schemas', undefined],
  ])('%s', async (_, method, path, body) => {
    const directory = await startDirectory(server, `ended${(count += 1)}`)
    expect((await directory.send('GET', '/Users')).status).toBe(200)
    await disableTokens(directory)
    const refused = await directory.send(method, path, body)
    expect([refused.status, refused.body['detail']]).toEqual([
      401,
      'The SCIM token is missing, unknown, disabled or expired.',
    ])
    await server.deps.scimRequests.settled()
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql<{ users: number; kept: number }>`
        select (select count(*)::int from scim_users where user_name = 'late') as users,
               (select count(*)::int from scim_requests) as kept`.execute(db),
    )
    expect(rows).toEqual([{ users: 0, kept: 1 }])
  })
})

describe('limits', () => {
  it('of a network refuse its requests without a valid token, and no others', async () => {
    const limited = await createTestServer({
      rateLimits: { ...server.deps.settings.rateLimits, 'scim-address': { attempts: 2, windowSecs: 60 } },
    })
    try {
      const there = await startDirectory(limited, 'limited')
      for (const expected of [401, 401, 429])
        expect((await there.send('GET', '/Users', undefined, { token: 'x' })).status).toBe(expected)
      const neighbour = await startDirectory(limited, 'neighbour')
      expect((await neighbour.send('GET', '/Users')).status).toBe(200)
      const elsewhere = await there.send('GET', '/Users', undefined, { providerId: neighbour.providerId })
      expect(elsewhere.status).toBe(429)
    } finally {
      await limited.close()
    }
  })

  it('of a token are its own, and say the time to wait', async () => {
    const limited = await createTestServer({
      rateLimits: { ...server.deps.settings.rateLimits, 'scim-token': { attempts: 3, windowSecs: 60 } },
    })
    try {
      const there = await startDirectory(limited, 'busy')
      for (const expected of [200, 404, 400]) {
        const path = expected === 200 ? '' : expected === 404 ? '/x' : '?filter=x'
        expect((await there.send('GET', `/Users${path}`)).status).toBe(expected)
      }
      const refused = await there.send('GET', '/Users')
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('Retry-After'))
      expect(seconds > 0 && seconds <= 60).toBe(true)
      const other = await there.newToken()
      expect((await there.send('GET', '/Users', undefined, { token: other })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
