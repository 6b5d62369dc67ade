import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { endNamedSessions } from './end-sessions.ts'

let server: TestServer
let acme: ImportedTenant
let provider: string

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  provider = [...acme.identityProviderIds.values()][0] ?? ''
})
afterAll(() => server.close())

const inTenant = <Row>(statement: RawBuilder<Row>) =>
  tenantScope(server.database, acme.id).transaction(async (tx) => (await statement.execute(tx.db)).rows)

const person = async (name: string): Promise<void> => {
  await inTenant(sql`
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    values (${acme.id}, md5(${name})::uuid, ${provider}, ${name}, ${name}, ${name}, ${name})`)
}

type OldSession = { token: string; name: string; at: string; kind: 'browser' | 'cli'; session?: string }

/** A session as the server of the version before writes it. */
const oldSession = ({ token, name, at, kind, session }: OldSession) =>
  inTenant(sql`
    insert into sessions (tenant_id, id_hash, user_id, identity_provider_id, idle_secs, authenticated_at, expires_at,
                          kind, provider_session)
    values (${acme.id}, ${hashToken(token)}, md5(${name})::uuid, ${provider}, 1800, ${at}::timestamptz,
            now() + interval '1 hour', ${kind}, ${session ?? null})`)

const oldGrant = (token: string, name: string, at: string) =>
  inTenant(sql`
    insert into cli_grants (tenant_id, id_hash, kind, via, user_id, identity_provider_id, authenticated_at,
                            session_ends_at, address, expires_at)
    values (${acme.id}, ${hashToken(token)}, 'access', 'loopback', md5(${name})::uuid, ${provider}, ${at}::timestamptz,
            now() + interval '1 hour', '', now() + interval '1 minute')`)

/** The id of the sign-in by token. */
async function signIns(): Promise<(token: string) => string> {
  const rows = await inTenant(sql<{ hash: string; id: string }>`
    select encode(id_hash, 'hex') as hash, sign_in_id as id from sessions
    union all select encode(id_hash, 'hex'), sign_in_id from cli_grants`)
  return (token) => rows.find(({ hash }) => hash === hashToken(token).toString('hex'))?.id ?? `none of ${token}`
}

/** The moment of a sign-in to the microsecond, and as the grant of the version before kept it. */
const exact = '2026-11-21T10:00:00.123456Z'
const rounded = '2026-11-21T10:00:00.123Z'

describe('the id of a sign-in joins its sessions', () => {
  it('those that a server of the version before writes during a rolling upgrade, and their end is one', async () => {
    await person('eve')
    await oldSession({ token: 'eve', name: 'eve', at: exact, kind: 'browser', session: 'sid-eve' })
    await oldSession({ token: 'eve later', name: 'eve', at: '2026-11-21T11:00:00Z', kind: 'browser' })
    await oldGrant('eve grant', 'eve', rounded)
    await oldSession({ token: 'eve cli', name: 'eve', at: rounded, kind: 'cli' })
    await oldSession({ token: 'eve cli later', name: 'eve', at: '2026-11-21T11:00:00Z', kind: 'cli' })
    const of = await signIns()
    expect([of('eve grant'), of('eve cli'), of('eve cli later')]).toEqual([of('eve'), of('eve'), of('eve later')])
    const ended = await tenantScope(server.database, acme.id).transaction((tx) =>
      endNamedSessions(tx, { providerId: provider, session: 'sid-eve', subjectHash: undefined }),
    )
    expect(ended).toMatchObject([{ name: 'eve', sessions: 2 }])
    const alive = await inTenant(sql<{ hash: string }>`
      select encode(id_hash, 'hex') as hash from sessions where user_id = md5('eve')::uuid and ended_at is null`)
    const hashes = ['eve later', 'eve cli later'].map((token) => hashToken(token).toString('hex'))
    expect(alive.map(({ hash }) => hash).toSorted()).toEqual(hashes.toSorted())
    const [grant] = await inTenant(sql<{ used: boolean }>`
      select used_at is not null as used from cli_grants where id_hash = ${hashToken('eve grant')}`)
    expect(grant).toEqual({ used: true })
  })
})

it('sessions are written only in this folder', async () => {
  const source = resolve(import.meta.dirname, '../..')
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|migrations\//.test(file),
  )
  const writes = /(insertInto|updateTable|deleteFrom)\('sessions'\)|(insert into|update|delete from) sessions\b/
  const writers = await Promise.all(
    files.map(async (file) => (writes.test(await readFile(join(source, file), 'utf8')) ? [file] : [])),
  )
  const folders = new Set(writers.flat().map((file) => dirname(file)))
  expect([...folders]).toEqual(['sign-in/sessions'])
})
