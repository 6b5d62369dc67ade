import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createApp } from '../../../app/app.ts'
import { openDatabase, type Database } from '../../../kit/database/connect.ts'
import { silentLog } from '../../../kit/database/testing/silent-log.ts'
import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { createDeps } from '../../../app/open.ts'
import { createTestServer, signedIn, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory } from '../testing/directory.ts'

/** The promise of design "The API". */
const withinMs = 5_000

let here: TestServer
let database: Database
let askThere: ReturnType<typeof createApp>['fetch']

beforeAll(async () => {
  here = await createTestServer(withoutRateLimits())
  database = await openDatabase({
    dataDir: '',
    databaseUrl: here.database.url,
    appDatabaseUrl: here.database.appUrl,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  const { secrets, settings, log, clock } = here.deps
  askThere = createApp((await createDeps({ database, secrets }, { settings, log, clock })).deps).fetch
})
afterAll(async () => {
  await database?.close()
  await here?.close()
})

it.each<[string, (id: string) => [string, string, object | undefined]]>([
  ['deactivated', (id) => ['PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: 'False' })]],
  ['deleted', (id) => ['DELETE', `/Users/${id}`, undefined]],
])(
  'the session of a person whom the directory %s ends on another process, and API tokens are revoked',
  async (how, request) => {
    const directory = await startDirectory(here, `two-${how}`)
    const username = `bob@two-${how}.example`
    const bob = await signedIn(here, directory.tenant, { username, groups: ['staff'] })
    const cookie = `portico-session=${bob.cookies.get('portico-session')}`
    const asked = async () => {
      const { baseUrl } = here.deps.settings
      return (await askThere(new Request(`${baseUrl}/api/portal/launcher/principalinfo`, { headers: { cookie } })))
        .status
    }
    const inTenant = <T>(text: string) =>
      tenantScope(here.database, directory.tenant.id).transaction(({ db }) => sql.raw<T>(text).execute(db))
    await inTenant(`
    insert into api_tokens (tenant_id, id, user_id, environment_id, application_id, name, beginning, token_hash, role_ids,
                            tenant_role_ids, expires_at)
    select u.tenant_id, gen_random_uuid(), u.id, e.environment_id, e.application_id, 'nightly', 'pat_test',
           sha256('${how}'), '{}', '{}', now() + interval '1 day'
      from users u join environment_applications e on e.tenant_id = u.tenant_id
     where u.username = '${username}' limit 1`)
    const { body } = await directory.send('POST', '/Users', { userName: username })
    // The other process holds the sender in memory from now on.
    expect(await asked()).toBe(200)
    const [method, path, sent] = request(body['id'] as string)
    const begun = performance.now()
    expect((await directory.send(method, path, sent)).status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await asked()).toBe(401), { timeout: withinMs, interval: 5 })
    expect(performance.now() - begun).toBeLessThan(withinMs)
    const { rows } = await inTenant<{ by: string }>(
      'select revoked_by as by from api_tokens where revoked_at is not null',
    )
    expect(rows).toEqual([{ by: expect.stringMatching(/^SCIM Directory 1$/) as string }])
  },
)
