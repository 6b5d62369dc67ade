import { randomUUID } from 'node:crypto'

import { findings, getSignIn, listSignIns, signInChecks } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import { ask, playedProvider, readRecord, signIn } from '../saml/testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let stranger: Browser
const idp = playedProvider()
const codes: string[] = []

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [idp.entry()]))
  const globex = await server.importTenant(
    tenantWith('globex', [playedProvider('g.example').entry({ suffixes: ['globex.example'] })]),
  )
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
  stranger = await signedIn(server, globex, { username: 'admin@globex.example', groups: ['admins'] })
  for (let index = 0; index < 5; index += 1) {
    const { response } = await signIn(server, idp, { audience: 'https://elsewhere.example' }, `p${index}@acme.example`)
    codes.push((await readRecord(admin, response)).code)
  }
  await signIn(server, idp)
  await ask(server, 'open@acme.example')
})
afterAll(() => server?.close())

async function list(query: Record<string, string>, browser = admin) {
  const answer = await browser.core.client.call(listSignIns, { query })
  if (!answer.ok) throw new Error(answer.problem.errorMessage)
  return answer.value
}

describe('the list of sign-ins', () => {
  it('has the newest first, with what failed as one sentence', async () => {
    const { signIns } = await list({})
    expect(signIns.map((one) => one.outcome)).toEqual(['open', 'signed-in', ...Array<string>(5).fill('failed')])
    expect(signIns.at(-1)).toMatchObject({
      code: codes[0],
      username: 'p0@acme.example',
      purpose: 'login',
      provider: { name: 'SAML', type: 'OPENSAML' },
    })
    expect(signIns.at(-1)?.failure).toContain('https://elsewhere.example')
  })

  it('is read in pages that miss and repeat nothing, also of rows of one moment', async () => {
    await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`update sign_in_records set started_at = now() - interval '1 day 0.123456 s'
           where username like 'p%@acme.example'`.execute(tx.db),
    )
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) })
      seen.push(...page.signIns.map((one) => one.code))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it('is filtered by outcome, provider, part of a username and code', async () => {
    expect((await list({ outcome: 'failed' })).signIns).toHaveLength(5)
    expect((await list({ search: 'P3@ACME' })).signIns.map((one) => one.code)).toEqual([codes[3]])
    expect((await list({ search: codes[2]?.toLowerCase().replace('-', '') ?? '' })).signIns).toHaveLength(1)
    expect((await list({ search: '%' })).signIns).toEqual([])
    expect((await list({ idp: acme.identityProviderIds.get('SAML') ?? '' })).signIns).toHaveLength(7)
    expect((await list({ idp: randomUUID() })).signIns).toEqual([])
    expect((await list({ idp: 'x' })).signIns).toEqual([])
  })

  it('is filtered by when they began, also where a code is searched for', async () => {
    const { signIns } = await list({})
    const at = signIns[1]?.at ?? ''
    const found = async (query: Record<string, string>) => (await list(query)).signIns.map(({ code }) => code)
    expect(await found({ since: at })).toEqual(signIns.slice(0, 2).map(({ code }) => code))
    expect(await found({ until: at })).toEqual(signIns.slice(2).map(({ code }) => code))
    expect(await found({ search: codes[2] ?? '', until: at })).toEqual([codes[2]])
    expect(await found({ search: codes[2] ?? '', since: at })).toEqual([])
    const answer = await admin.core.client.call(listSignIns, { query: { since: 'yesterday' } })
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'expected', status: 400 } })
  })

  it('rejects an invalid cursor', async () => {
    const text = Buffer.from("2026-01-01 00:00:00+00|' or true --").toString('base64url')
    for (const cursor of ['x', text]) {
      const answer = await admin.core.client.call(listSignIns, { query: { cursor } })
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'expected', status: 400 } })
    }
  })

  it("shows no part of it to another tenant's administrator", async () => {
    expect((await list({}, stranger)).signIns).toEqual([])
    const answers = await Promise.all(
      [codes[0] ?? '', 'BBBB-BBBB', 'nonsense'].map((code) =>
        stranger.core.client.call(getSignIn, { params: { code } }),
      ),
    )
    expect(answers.map((one) => !one.ok && one.problem.kind === 'expected' && one.problem.status)).toEqual([
      404, 404, 404,
    ])
  })
})

describe('one sign-in', () => {
  it('is found by its code in any case, and shows each check with title, evidence and what to do', async () => {
    const typed = (codes[0] ?? '').toLowerCase().replace('-', ' ')
    const answer = await admin.core.client.call(getSignIn, { params: { code: typed } })
    if (!answer.ok) throw new Error(answer.problem.errorMessage)
    const { checks, errorID, finishedAt } = answer.value
    expect(errorID).toBe('IDP_ERROR')
    expect(finishedAt).not.toBeNull()
    const names = checks.map(({ check, outcome }) => `${check} ${outcome}`)
    expect(names).toContain('signature passed')
    expect(names.at(-1)).toBe('audience failed')
    const failed = checks.at(-1)
    expect(failed?.finding).toBe('saml-audience')
    expect(failed?.evidence).toMatchObject({ found: 'https://elsewhere.example' })
    expect(failed?.message).toContain('https://elsewhere.example')
    expect(failed?.todo).toContain('entity ID')
    expect(signInChecks).toEqual(expect.arrayContaining(checks.map((one) => one.check)))
    expect(Object.keys(findings)).toContain(failed?.finding)
  })

  it('that waits for the provider names the address to register there, because the provider shows the error itself', async () => {
    const { signIns } = await list({ outcome: 'open' })
    const answer = await admin.core.client.call(getSignIn, { params: { code: signIns[0]?.code ?? '' } })
    const line = answer.ok ? answer.value.checks.at(-1) : undefined
    const acs = `/api/login/idps/${acme.identityProviderIds.get('SAML')}/saml/acs`
    expect(line).toMatchObject({ check: 'answer', outcome: 'warning', finding: 'saml-answer-awaited' })
    expect(line?.message).toContain(acs)
    expect(line?.todo).toContain(`/saml/${acme.id}`)
    const finished = await admin.core.client.call(getSignIn, { params: { code: codes[0] ?? '' } })
    expect(finished.ok && finished.value.checks.map(({ finding }) => finding)).not.toContain('saml-answer-awaited')
  })

  it('contains no message, token or secret', async () => {
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ text: string }>`select checks::text as text from sign_in_records`.execute(tx.db),
    )
    for (const { text } of rows) expect(text).not.toMatch(/SAMLResponse|PRIVATE KEY|<saml|[A-Za-z0-9+/]{200}/)
  })

  it('is kept for thirty days', async () => {
    const own = playedProvider('i.example')
    const initech = await server.importTenant(tenantWith('initech', [own.entry({ suffixes: ['initech.example'] })]))
    const reader = await signedIn(server, initech, { username: 'admin@initech.example', groups: ['admins'] })
    for (const name of ['old', 'new']) await ask(server, `${name}@initech.example`)
    const [kept, gone] = (await list({}, reader)).signIns.map((one) => one.code)
    await tenantScope(server.database, initech.id).transaction((tx) =>
      sql`update sign_in_records set started_at = now() - interval '30 days 1 minute' where code = ${gone}`.execute(
        tx.db,
      ),
    )
    await sweep(server.deps)
    const find = (code = '') => reader.core.client.call(getSignIn, { params: { code } })
    expect([(await find(gone)).ok, (await find(kept)).ok]).toEqual([false, true])
  })
})
