import { createBulkDeletion, createServiceAccounts, type ServiceAccountList } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { listAccounts } from './queries.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let list: ServiceAccountList
let environmentId = ''
/** More than a page of the list, and than the calls of one moment. */
const names = Array.from({ length: 130 }, (_, at) => `robot ${at + 1}`)

const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, acme.id).transaction(work)
const stored = async () => (await inTenant((tx) => listAccounts(tx, environmentId))).map(({ id }) => id)
const setReadonly = (isReadonly: boolean) =>
  inTenant(({ db }) => sql`update environments set readonly = ${isReadonly} where id = ${environmentId}`.execute(db))

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  environmentId = admin.core.environments.getState().adminEnvironments?.find((one) => one.type === 'PROD')?.id ?? ''
  list = admin.core.lazily(createServiceAccounts).list
})
afterAll(() => server.close())
beforeEach(async () => {
  await setReadonly(false)
  await inTenant(async ({ db, tenantId }) => {
    await db.deleteFrom('service_accounts').where('tenant_id', '=', tenantId).execute()
    await sql`
      insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint)
      select ${tenantId}::uuid, gen_random_uuid(), ${environmentId}::uuid, name, 'pem', 'RSA', 'x'
        from unnest(${names}::text[]) name`.execute(db)
  })
  list.clearSelection()
  await list.open(environmentId, { search: '' })
})

const chosen = () => [...list.getState().selected.values()]
const deletionOf = () => createBulkDeletion(admin.core, list, { environmentId, accounts: chosen() })

describe('all that match', () => {
  it('are selected beyond the page that is shown, and no other', async () => {
    await list.change({ search: 'robot 10' })
    expect(await list.selectMatching()).toBe(true)
    expect(chosen().map(({ name }) => name)).toEqual(names.filter((name) => name.includes('10')))
  })
})

describe('a bulk deletion', () => {
  it('deletes what is selected and nothing else, and leaves no selection and no deleted row in the list', async () => {
    await list.change({ search: 'robot 10' })
    await list.selectMatching()
    const ids = chosen().map(({ id }) => id)
    const deletion = deletionOf()
    await deletion.run()
    expect(deletion.getState()).toMatchObject({ status: 'done', deleted: ids.length, refused: [], left: 0 })
    expect((await stored()).filter((id) => ids.includes(id))).toEqual([])
    expect(await stored()).toHaveLength(names.length - ids.length)
    expect([chosen(), list.getState().rows, list.getState().total]).toEqual([[], [], 0])
  })

  it('names everything that was refused with its reason, and keeps it selected', async () => {
    await list.selectMatching()
    const deletion = deletionOf()
    let isLocked = false
    const unsubscribe = deletion.subscribe(({ done }) => {
      if (done < 20 || isLocked) return
      isLocked = true
      void setReadonly(true)
    })
    await deletion.run()
    unsubscribe()
    const { deleted, refused, left } = deletion.getState()
    expect([deleted + refused.length, left]).toEqual([names.length, 0])
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set([expect.stringMatching(/read-only/)]))
    const remaining = (await stored()).toSorted()
    expect(refused.map(({ id }) => id).toSorted()).toEqual(remaining)
    expect([...list.getState().selected.keys()].toSorted()).toEqual(remaining)
  })

  it('that is stopped tries no further account, and keeps those selected', async () => {
    await list.selectMatching()
    const deletion = deletionOf()
    const unsubscribe = deletion.subscribe(({ done }) => void (done >= 10 && deletion.stop()))
    await deletion.run()
    unsubscribe()
    const { deleted, left, refused } = deletion.getState()
    expect([deleted + left, refused]).toEqual([names.length, []])
    // The calls that were under way.
    expect(deleted).toBeLessThan(10 + 4)
    expect(list.getState().selected.size).toBe(left)
    expect(await stored()).toHaveLength(left)
  })

  it('counts an account as deleted that is gone already', async () => {
    list.select((list.getState().rows ?? []).slice(0, 3))
    const [first] = chosen()
    await inTenant(({ db }) =>
      db
        .deleteFrom('service_accounts')
        .where('id', '=', first?.id ?? '')
        .execute(),
    )
    const deletion = deletionOf()
    await deletion.run()
    expect(deletion.getState()).toMatchObject({ deleted: 3, refused: [] })
  })
})
