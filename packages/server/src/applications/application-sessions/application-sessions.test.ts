import { randomUUID } from 'node:crypto'

import { ClientConfig } from '@portico/core/contract'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { saveClient } from '../clients/queries.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endSession } from '../../sign-in/sessions/queries.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import {
  applicationSessionsOf,
  endOverdueApplicationSessions,
  portalSessionOf,
  startApplicationSession,
} from './application-sessions.ts'

let server: TestServer
let acme: ImportedTenant
let clientId: string
let session: Buffer

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  clientId = await register('billing', { protocol: 'openid', redirectUris: ['https://billing.example/cb'] })
})
afterAll(() => server?.close())

let people = 0
beforeEach(async () => {
  people += 1
  const browser = await signedIn(server, acme, { username: `p${people}@acme.example`, groups: ['staff'] })
  session = hashToken(browser.cookies.get('portico-session') ?? '')
})

function inTenant<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return tenantScope(server.database, acme.id).transaction(work)
}

async function register(slug: string, config: v.InferInput<typeof ClientConfig>): Promise<string> {
  const id = randomUUID()
  await inTenant(async (tx) => {
    const { rows } = await sql<{ environmentId: string; applicationId: string }>`
      select e.id as "environmentId", a.id as "applicationId" from environments e, applications a
       where e.tenant_id = ${tx.tenantId} and e.slug = 'production' and a.tenant_id = ${tx.tenantId} and a.slug = ${slug}`.execute(
      tx.db,
    )
    const place = rows[0] ?? { environmentId: '', applicationId: '' }
    await saveClient(tx, { id, ...place, config: v.parse(ClientConfig, config) })
  })
  return id
}

const start = (hash = session, client = clientId, protocol: 'openid' | 'saml' = 'openid') =>
  inTenant((tx) => startApplicationSession(tx, { sessionHash: hash, clientId: client, protocol, nowMs: Date.now() }))

async function stateOf(id: string | undefined) {
  const { rows } = await inTenant(({ db, tenantId }) =>
    sql<{ ended: boolean; due: boolean }>`
      select ended_at is not null as ended, next_attempt_at is not null as due
        from application_sessions where tenant_id = ${tenantId} and id = ${id}`.execute(db),
  )
  return rows[0]
}

const change = (statement: ReturnType<typeof sql>) => inTenant(({ db }) => statement.execute(db))

it('one session of the portal has one session in an application, whose id leads back to it', async () => {
  const first = await start()
  expect(first).toMatchObject({ isNew: true })
  expect(await start()).toEqual({ ...first, isNew: false })
  expect(await inTenant((tx) => applicationSessionsOf(tx, session))).toEqual([
    { id: first?.id, clientId, protocol: 'openid', nameId: null, hasBrowserLogout: false },
  ])
  const found = await inTenant((tx) => portalSessionOf(tx, { id: first?.id ?? '', clientId }))
  expect(found).toMatchObject({ hash: session, userId: first?.userId })
  expect(await inTenant((tx) => portalSessionOf(tx, { id: first?.id ?? '', clientId: randomUUID() }))).toBeUndefined()
})

it('at the end of the portal session its sessions in applications end, and applications are to be notified', async () => {
  const provider = await register('wiki', {
    protocol: 'saml',
    entityId: 'urn:wiki',
    acsUrls: ['https://wiki.example/acs'],
  })
  const openid = await start()
  const saml = await start(session, provider, 'saml')
  await inTenant((tx) => endSession(tx, session))
  expect(await stateOf(openid?.id)).toEqual({ ended: true, due: true })
  expect(await stateOf(saml?.id)).toEqual({ ended: true, due: true })
  expect(await start()).toBeUndefined()
})

it('none begins from a session of the command line', async () => {
  await change(sql`update sessions set kind = 'cli' where tenant_id = ${acme.id} and id_hash = ${session}`)
  expect(await start()).toBeUndefined()
})

describe('ends that no statement on the session says', () => {
  const ofSession = () => sql`tenant_id = ${acme.id} and id_hash = ${session}`
  const ends: Record<string, readonly [() => ReturnType<typeof sql>, (() => ReturnType<typeof sql>)?]> = {
    'the absolute end': [() => sql`update sessions set expires_at = now() - interval '1 s' where ${ofSession()}`],
    'the idle time': [() => sql`update sessions set last_used_at = now() - interval '1 day' where ${ofSession()}`],
    'a deactivated person': [
      () =>
        sql`update users set active = false where tenant_id = ${acme.id} and username = ${`p${people}@acme.example`}`,
    ],
    'a disabled provider': [
      () => sql`update identity_providers set enabled = false where tenant_id = ${acme.id}`,
      () => sql`update identity_providers set enabled = true where tenant_id = ${acme.id}`,
    ],
    'a deactivated tenant': [
      () => sql`update tenants set deactivated = true where tenant_id = ${acme.id}`,
      () => sql`update tenants set deactivated = false where tenant_id = ${acme.id}`,
    ],
  }
  it.each(Object.entries(ends))('%s', async (_name, [end, restore]) => {
    const begun = await start()
    await endOverdueApplicationSessions(server.database)
    expect(await stateOf(begun?.id)).toEqual({ ended: false, due: false })
    await change(end())
    await endOverdueApplicationSessions(server.database)
    expect(await stateOf(begun?.id)).toEqual({ ended: true, due: true })
    if (restore !== undefined) await change(restore())
  })
})

it('a session is looked at again when it can be over, and not before', async () => {
  const begun = await start()
  const rowOf = async () => {
    const { rows } = await inTenant(({ db, tenantId }) =>
      sql<{ version: string; wait: number }>`
        select a.xmin::text as version,
               extract(epoch from a.check_at - least(s.expires_at, s.last_used_at + make_interval(secs => s.idle_secs)))::float8 as wait
          from application_sessions a join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
         where a.tenant_id = ${tenantId} and a.id = ${begun?.id ?? ''}`.execute(db),
    )
    return rows[0]
  }
  const before = await rowOf()
  expect(before?.wait).toBe(0)
  await endOverdueApplicationSessions(server.database)
  expect(await rowOf()).toEqual(before)
  // Used since: the look that was due finds it alive, and puts off the next one.
  await change(
    sql`update application_sessions set check_at = now() where tenant_id = ${acme.id} and id = ${begun?.id ?? ''}`,
  )
  await change(sql`update sessions set last_used_at = now() where tenant_id = ${acme.id} and id_hash = ${session}`)
  await endOverdueApplicationSessions(server.database)
  expect((await rowOf())?.wait).toBe(0)
  expect(await stateOf(begun?.id)).toEqual({ ended: false, due: false })
})

it('sweeping removes those that ended a day ago and whose application was notified', async () => {
  const told = await start()
  await inTenant((tx) => endSession(tx, session))
  await change(sql`
    update application_sessions set ended_at = now() - interval '2 days' where tenant_id = ${acme.id} and ended_at is not null`)
  await sweep(server.deps)
  expect(await stateOf(told?.id)).toEqual({ ended: true, due: true })
  await change(sql`update application_sessions set next_attempt_at = null where tenant_id = ${acme.id}`)
  await sweep(server.deps)
  expect(await stateOf(told?.id)).toBeUndefined()
})
