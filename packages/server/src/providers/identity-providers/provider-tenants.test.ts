import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { deleteProvider } from './rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

it('a deleted provider has no tenant, although it had one a moment ago', async () => {
  const acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry('https://login.example', { suffixes: ['acme.example'] }),
      providerEntry('https://other.example', { name: 'Other', primary: false, suffixes: ['other.example'] }),
    ]),
  )
  const scope = tenantScope(server.database, acme.id)
  const { id } = await scope.transaction(({ db }) =>
    db.selectFrom('identity_providers').select('id').where('is_primary', '=', false).executeTakeFirstOrThrow(),
  )
  const { providerTenants } = server.deps
  expect(await providerTenants.of(id)).toBe(acme.id)
  expect(await providerTenants.of(id)).toBe(acme.id)
  expect(await providerTenants.of(uuidv7(server.clock.now()))).toBeUndefined()
  await scope.transaction((tx) => deleteProvider(tx, id))
  expect(await providerTenants.of(id)).toBeUndefined()
})
