import { extendCertificate, putPrimaryIdp } from '@portico/core/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { refresh } from '../../providers/certificates/metadata/refresh.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { metadataDocument } from '../../sign-in/saml/testing/metadata-document.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { providerChanges, type ProviderChanges } from '../../testing/provider-changes.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { postForm, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, withoutRateLimits, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let run: ProviderChanges
let admin: Browser
let domain: string
let round = 0
let expired: Awaited<ReturnType<typeof createOurKeyPair>>

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  expired = await createOurKeyPair({ commonName: 'idp', nowMs: Date.UTC(2020, 0, 1), years: 1, bits: 2048 })
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

beforeEach(async () => {
  const slug = `interrupted${++round}`
  domain = `${slug}.example`
  const config = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: expired.certificate,
    metadataUrl: 'https://idp.example/metadata',
    followMetadata: true,
  }
  acme = await server.importTenant(
    tenantWith(slug, [
      providerEntry(provider.issuer, { suffixes: [domain] }),
      providerEntry(provider.issuer, { name: 'Next', primary: false, suffixes: [`next.${domain}`] }),
      { name: 'Old', type: 'OPENSAML', config, emailSuffixes: [`old.${domain}`] },
    ]),
  )
  run = providerChanges(server, acme, provider)
  admin = (await run.signIn({ username: `ada@${domain}`, groups: ['admins'] })).browser
})

const query = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown
let left: number | undefined

/** The connection on which this statement is sent breaks before it, as if the server had been killed there. */
function breakBefore(statement: number): void {
  left = statement
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    // The connection that hears other processes is not part of the change.
    const isPart =
      (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
        .application_name !== 'portico changes'
    if (isPart && left !== undefined && (left -= 1) === 0) {
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
      connection.stream.destroy()
    }
    return query.apply(this, parts)
  } as typeof pg.Client.prototype.query
}
function mend(): boolean {
  const isBroken = left !== undefined && left <= 0
  left = undefined
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  return isBroken
}
afterEach(() => void mend())

/** Everything that the changes write, as one text. */
async function state(): Promise<string> {
  const tables = ['identity_providers', 'username_formats', 'identity_provider_drafts', 'unconfirmed_changes']
  const more = ['portal_role_groups', 'primary_switches', 'certificate_extensions', 'identity_provider_proofs', 'audit']
  return tenantScope(server.database, acme.id).transaction(async (tx) => {
    const parts: string[] = []
    for (const table of [...tables, ...more]) {
      const { rows } = await sql<{ text: string }>`
        select coalesce(string_agg(t::text, chr(10) order by t::text), '') as text from ${sql.table(table)} t`.execute(
        tx.db,
      )
      parts.push(`${table}:\n${rows[0]?.text}`)
    }
    return parts.join('\n')
  })
}

/** Tries the change with a break before its first statement, then its second, until it passes without one. */
async function interrupt(change: () => Promise<unknown>): Promise<{ breaks: number; before: string; after: string }> {
  const before = await state()
  for (let statement = 1; ; statement += 1) {
    breakBefore(statement)
    await change()
    const isBroken = mend()
    const after = await state()
    if (!isBroken) return { breaks: statement - 1, before, after }
    expect(after, `broken before statement ${statement}`).toBe(before)
  }
}

it('Keep: broken between any two statements, everything is as before', async () => {
  const main = run.idOf('Main')
  await run.draft(admin, main, { config: { groupClaim: 'roles' } })
  await run.draftFormats(admin, main, [domain, `new.${domain}`])
  await run.test(admin, main, { username: `ada@${domain}`, roles: ['admins'] })
  const { breaks, before, after } = await interrupt(() => run.keep(admin, main, { confirmWithinSecs: 600 }))
  expect(breaks).toBeGreaterThan(15)
  expect(after).not.toBe(before)
  expect((await run.read(admin, main)).live).toMatchObject({ config: { groupClaim: 'roles' } })
  expect((await run.read(admin, main)).live?.unconfirmed).not.toBeNull()
})

it('accepting a switch: broken between any two statements, everything is as before', async () => {
  const next = run.idOf('Next')
  const member = (await run.signIn({ username: `mia@next.${domain}`, groups: ['chiefs'] })).browser
  const body = { idp: next, group: await run.groupId('chiefs', next), graceSecs: 3600 }
  expect(await admin.core.client.call(putPrimaryIdp, { body })).toMatchObject({ ok: true })
  const { breaks } = await interrupt(() => postForm(member, '/api/portal/idp-switch', { action: 'accept' }))
  expect(breaks).toBeGreaterThan(15)
  expect(await run.paths()).toEqual(['chiefs'])
  expect((await run.read(member, next)).primary).toBe(true)
})

it('extending a certificate: broken between any two statements, everything is as before', async () => {
  const params = { id: run.idOf('Old') }
  const body = { fingerprint: expired.fingerprint, reason: 'the new one comes on Monday' }
  const { breaks } = await interrupt(() => admin.core.client.call(extendCertificate, { params, body }))
  expect(breaks).toBeGreaterThan(5)
  expect((await run.read(admin, params.id)).certificates[0]?.extendedUntil).not.toBeNull()
})

it('a reading of metadata: broken between any two statements, the slots are as before or as it found', async () => {
  const id = run.idOf('Old')
  const next = await createOurKeyPair({ commonName: 'idp', nowMs: Date.now(), years: 1, bits: 2048 })
  const answer = metadataDocument('https://idp.example', [next.certificate])
  const deps = { ...server.deps, providerFetch: async () => new Response(answer) }
  const later = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    tenantScope(server.database, acme.id).transaction(work)
  const asker = { actor: { kind: 'user', name: 'ada' }, requestId: 'one', later } as const
  const { breaks, before, after } = await interrupt(() => refresh(deps, acme.id, id, asker).catch(() => false))
  expect(breaks).toBeGreaterThan(15)
  expect(after).not.toBe(before)
  expect((await run.read(admin, id)).certificates).toMatchObject([
    { slot: 1 },
    { slot: 2, fingerprint: next.fingerprint },
  ])
})
