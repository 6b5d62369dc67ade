import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type Claims, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * JSON can contain an unpaired surrogate (`"\ud800"`), which UTF-8 cannot encode: when written, it becomes the
 * replacement character, and PostgreSQL rejects it in JSON.
 */
let server: TestServer
let acme: ImportedTenant
let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [providerEntry(provider.issuer, { suffixes: ['acme.example'] })]))
})
afterEach(() => provider.plays())
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

async function signIn(claims: Claims) {
  provider.plays({ person: { preferred_username: 'ada@acme.example', ...claims } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  const response = await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
  return { ...landing(response), who: await whoIs(browser) }
}

it('two subjects with halves of characters never become one person', async () => {
  for (const sub of ['ada-\ud800', 'ada-\udfff'])
    expect(await signIn({ sub })).toMatchObject({ ...refusedWith('IDP_ERROR'), who: undefined })
  expect(await lastRecord(server, acme)).toMatchObject({ outcome: 'failed', finding: 'subject-missing' })
})

it('a group with half of a character is not the group that looks like it', async () => {
  expect(await signIn({ sub: 'gil', groups: ['admins\ufffd', 'admins\ud800'] })).toMatchObject({
    path: '/portal/environments',
  })
  expect(await signIn({ sub: 'hal', groups: ['admins\ud800'] })).toMatchObject({ error: null })
  const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
    sql<{ subject: string }>`
      select u.subject from user_groups ug join users u on u.id = ug.user_id order by 1`.execute(tx.db),
  )
  expect(rows).toEqual([{ subject: `${provider.issuer} gil` }])
})

it('a username with half of a character is refused, and the flight recorder has it', async () => {
  expect(await signIn({ sub: 'ivy', preferred_username: 'ivy\ud83d@acme.example' })).toMatchObject({
    ...refusedWith('AUTH-001001'),
    who: undefined,
  })
  expect(await lastRecord(server, acme)).toMatchObject({ outcome: 'failed' })
})

it('evidence is cut between characters, so that many groups with emoji do not prevent a sign-in', async () => {
  for (const padding of ['', 'x']) {
    const groups = Array.from({ length: 40 }, (_, index) => `${padding}${'🚀'.repeat(10)}${index}`)
    expect(await signIn({ sub: `jo${padding}`, groups })).toMatchObject({ error: null, path: '/portal/environments' })
  }
})
