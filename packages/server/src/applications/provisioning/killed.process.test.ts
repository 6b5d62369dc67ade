import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSecretKeys } from '../../kit/secrets/secret-keys.ts'
import { killableServers, type KillableServers } from '../../testing/killable-server.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { bearerTokenContext, insertConnection } from './connections.ts'
import { startScimApplication, type ScimApplication } from './testing/scim-application.ts'

const timeout = 300_000
const waits = { timeout: 240_000, interval: 100 }
/** More than one page of a comparison. */
const people = 1_200

let server: TestServer
let processes: KillableServers
let application: ScimApplication

beforeAll(async () => {
  const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
  server = await createTestServer({}, { secrets: createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY })) })
  const { url, appUrl } = server.database
  processes = await killableServers({ DATABASE_URL: url, PORTICO_APP_DATABASE_URL: appUrl, PORTICO_SECRET_KEY })
  application = await startScimApplication()
}, timeout)
afterAll(async () => {
  await processes?.remove()
  await server?.close()
  await application?.close()
})

it(
  '1,200 people and their group arrive once each, though a server is killed in the middle: two others continue after half a minute',
  async () => {
    const acme = await server.importTenant(smallTenant('acme'))
    await signedIn(server, acme, { username: 'ada@acme.example', groups: ['staff'] })
    const scope = tenantScope(server.database, acme.id)
    const connectionId = uuidv7(Date.now())
    await scope.transaction(async (tx) => {
      await sql`
        with made as (
          insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
          select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'p' || n, 'p' || n || '@acme.example', 'Person ' || n, 'p' || n
            from users u cross join generate_series(2, ${people}) n where u.username = 'ada@acme.example'
          returning tenant_id, id)
        insert into user_groups (tenant_id, user_id, group_id)
        select m.tenant_id, m.id, g.id from made m cross join groups g where g.claim = 'staff'`.execute(tx.db)
      const { rows } = await sql<{ environmentId: string; applicationId: string }>`
        select e.id as "environmentId", a.id as "applicationId" from environments e, applications a
         where e.slug = 'production' and a.slug = 'billing'`.execute(tx.db)
      const [place] = rows
      if (place === undefined) throw new Error('no place')
      const config = {
        url: application.url,
        sendGroups: true,
        anyEmail: false,
        removal: 'deactivate',
        enabled: true,
      } as const
      const sealed = server.deps.secrets.seal(application.token, bearerTokenContext(connectionId))
      await insertConnection(tx, { id: connectionId, place, config, sealed })
    })
    const first = await processes.start()
    await expect.poll(() => application.users.size, waits).toBeGreaterThan(people / 4)
    await first.kill()
    expect(application.users.size).toBeLessThan(people)
    const others = await Promise.all([processes.start(), processes.start()])
    const before = application.users.size
    // Its turn ends by itself.
    await expect.poll(() => application.users.size, { timeout: 45_000, interval: 100 }).toBeGreaterThan(before)
    const members = () => [...application.groups.values()].flatMap((one) => one['members'] as { value: string }[])
    const arrived = () => ({
      people: application.users.size,
      members: members().length,
      groups: application.groups.size,
      unknown: members().filter(({ value }) => !application.users.has(value)),
    })
    await expect.poll(arrived, waits).toEqual({ people, members: people, groups: 1, unknown: [] })
    const names = [...application.users.values()].map((one) => String(one['userName']))
    expect(new Set(names).size).toBe(people)
    expect(new Set(members().map(({ value }) => value)).size).toBe(people)
    await Promise.all(others.map((one) => one.kill()))
  },
  timeout,
)
