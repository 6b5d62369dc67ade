import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { openStore, type Place } from '../../app/open.ts'
import { runTenantActivate, runTenantBanner, runTenantDeactivate } from './tenant-state.ts'
import { importFile, runTenantCreate } from './tenant.ts'
import { withStore } from './with-store.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'

let folder: string
let place: Place
let tenantId: string

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-tenant-state-'))
  place = { dataDir: join(folder, 'data'), env: {}, log: pino({ level: 'silent' }) }
  tenantId = (await runTenantCreate(place, { slug: 'acme', name: 'Acme' })).id
  const vendor = {
    tenant: { slug: 'vendor', name: 'Vendor', vendor: true },
    environments: [{ slug: 'office', name: 'Office', type: 'PROD' }],
  }
  await withStore(place, (store) => importFile(store, place, checkTenantFile(vendor)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function rows(statement: ReturnType<typeof sql>): Promise<unknown[]> {
  const { database } = await openStore(place)
  try {
    return await tenantScope(database, tenantId).transaction(async ({ db }) => (await statement.execute(db)).rows)
  } finally {
    await database.close()
  }
}

const state = async () =>
  (await rows(sql`select deactivated, deactivated_message, banner_message, banner_type, banner_until from tenants`))[0]
const off = { deactivated: false, deactivated_message: null }
const noBanner = { banner_message: null, banner_type: null, banner_until: null }

it('an operator deactivates and activates a tenant, which is audited in its name', async () => {
  await runTenantDeactivate(place, 'acme', ' Moving until Monday. ')
  expect(await state()).toEqual({ deactivated: true, deactivated_message: 'Moving until Monday.', ...noBanner })
  await runTenantDeactivate(place, 'acme', undefined)
  expect(await state()).toEqual({ deactivated: true, deactivated_message: null, ...noBanner })
  await runTenantActivate(place, 'acme')
  expect(await state()).toEqual({ ...off, ...noBanner })
  await expect(runTenantActivate(place, 'acme')).rejects.toThrow('is active already')
  const audited = await rows(sql`select action, actor_kind from audit where action like 'tenant.%activate' order by at`)
  expect(audited).toEqual(
    ['tenant.deactivate', 'tenant.deactivate', 'tenant.activate'].map((action) => ({ action, actor_kind: 'operator' })),
  )
})

it('deactivating waits for changes that began before, so that none commits afterwards', async () => {
  const { database } = await openStore(place)
  let commit = () => {}
  const held = new Promise<void>((done) => (commit = done))
  let isReading = () => {}
  const reading = new Promise<void>((done) => (isReading = done))
  const events: string[] = []
  const change = tenantScope(database, tenantId)
    .transaction(async ({ db }) => {
      await sql`select deactivated from tenants`.execute(db)
      isReading()
      await held
      await sql`update tenants set announcement = announcement`.execute(db)
    })
    .then(() => events.push('changed'))
  await reading
  const deactivation = runTenantDeactivate(place, 'acme', undefined).then(() => events.push('deactivated'))
  await expect.poll(state, { timeout: 60_000 }).toMatchObject({ deactivated: true })
  commit()
  await Promise.all([change, deactivation])
  expect(events).toEqual(['changed', 'deactivated'])
  await database.close()
  await runTenantActivate(place, 'acme')
})

it('deactivating ends the support sessions of the tenant for good, not only until it is active again', async () => {
  await rows(sql`
    insert into support_sessions (tenant_id, id, id_hash, vendor_tenant_id, vendor_session_id, vendor_user_id, vendor_name, person,
                                  username, reason, address, expires_at)
    select tenant_id, gen_random_uuid(), sha256('support'), (select tenant_id from portico_list_tenants() where vendor),
           gen_random_uuid(), gen_random_uuid(), 'Vendor', 'Kofi',
           'kofi@vendor.example', 'Ticket 4711', '127.0.0.1', now() + interval '1 hour' from tenants`)
  await runTenantDeactivate(place, 'acme', undefined)
  await runTenantActivate(place, 'acme')
  expect(await rows(sql`select end_reason, ended_at is not null as ended from support_sessions`)).toEqual([
    { end_reason: 'tenant-deactivated', ended: true },
  ])
  expect(await rows(sql`select actor_kind from audit where action = 'support.end'`)).toEqual([
    { actor_kind: 'operator' },
  ])
})

it('an operator sets a banner with an end, replaces it and removes it', async () => {
  await runTenantBanner(place, 'acme', { message: 'Tonight.', type: 'warning', until: '2199-01-31T18:00:00+01:00' })
  const until = new Date('2199-01-31T17:00:00Z')
  const shown = { banner_message: 'Tonight.', banner_type: 'warning', banner_until: until }
  expect(await state()).toEqual({ ...off, ...shown })
  await runTenantBanner(place, 'acme', { message: 'Done.', type: 'info' })
  expect(await state()).toEqual({ ...off, banner_message: 'Done.', banner_type: 'info', banner_until: null })
  await runTenantBanner(place, 'acme', undefined)
  expect(await state()).toEqual({ ...off, ...noBanner })
})

it.each([
  ['the vendor’s own tenant', () => runTenantDeactivate(place, 'vendor', undefined), /vendor's own/],
  ['an unknown tenant', () => runTenantDeactivate(place, 'nothere', undefined), /no tenant "nothere"/],
  ['an empty message', () => runTenantDeactivate(place, 'acme', '  '), /is empty/],
  ['a message of two lines', () => runTenantDeactivate(place, 'acme', 'a\nb'), /line break/],
  ['a long message', () => runTenantDeactivate(place, 'acme', 'a'.repeat(301)), /301 characters; at most 300/],
  [
    'an end without a zone',
    () => runTenantBanner(place, 'acme', { message: 'x', type: 'info', until: '2199-01-31T18:00' }),
    /with its zone/,
  ],
  [
    'an end in the past',
    () => runTenantBanner(place, 'acme', { message: 'x', type: 'info', until: '2020-01-31T18:00:00Z' }),
    /in the past/,
  ],
  ['no banner to remove', () => runTenantBanner(place, 'acme', undefined), /has no banner/],
])('%s is refused, and nothing changes', async (_, run, sentence) => {
  await expect(run()).rejects.toThrow(sentence)
  expect(await state()).toEqual({ ...off, ...noBanner })
})
