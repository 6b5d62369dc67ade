import {
  getAccessText,
  getLauncherApplications,
  getLauncherNotices,
  getLauncherSettings,
  listApplications,
  putAccessText,
  putLauncherSettings,
  type LauncherSettings,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let person: Browser
let envId: string
let vaultId: string

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins', 'staff', 'finance'] })
  person = await signedIn(server, acme, { username: 'person@acme.example', groups: ['staff'] })
  const outcome = await admin.core.client.call(getLauncherNotices)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  await admin.core.environments.fetch()
  envId = admin.core.environments.getState().selectedId ?? ''
  const applications = await admin.core.client.call(listApplications, { params: { envId } })
  vaultId = applications.ok ? (applications.value.applications.find(({ label }) => label === 'Vault')?.id ?? '') : ''
})
afterAll(() => server.close())

const off: LauncherSettings = { announcement: null, accessContact: null }
const set = (body: LauncherSettings, by = admin) => by.core.client.call(putLauncherSettings, { body })
const setText = (text: string | null, by = admin) =>
  by.core.client.call(putAccessText, { params: { envId, appId: vaultId }, body: { text } })
async function notices(browser = person) {
  const outcome = await browser.core.client.call(getLauncherNotices)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

beforeEach(async () => {
  await set(off)
  await setText(null)
})

describe('what the launcher tells', () => {
  it('is empty until it is set', async () => {
    expect(await notices()).toEqual({ announcement: null, accessContact: null, requestable: [] })
  })

  it('is an announcement as it was written, with another id only for another text', async () => {
    const text = 'Maintenance <b>tonight</b> & tomorrow'
    expect(await set({ ...off, announcement: { text, until: null } })).toMatchObject({ ok: true })
    const { announcement: first } = await notices()
    expect(first?.text).toBe(text)
    await set({ announcement: { text, until: null }, accessContact: 'the service desk' })
    expect(await notices()).toMatchObject({ announcement: first, accessContact: 'the service desk' })
    await set({ ...off, announcement: { text: 'All is well again', until: null } })
    expect((await notices()).announcement?.id).not.toBe(first?.id)
  })

  it('ends with the time that was set', async () => {
    const until = new Date(server.clock.now() + 60_000).toISOString()
    await set({ ...off, announcement: { text: 'Tonight', until } })
    expect((await notices()).announcement?.text).toBe('Tonight')
    server.clock.advance(60_000)
    expect((await notices()).announcement).toBeNull()
    expect(await admin.core.client.call(getLauncherSettings)).toMatchObject({
      value: { announcement: { text: 'Tonight', until } },
    })
  })

  it('names an application with an access text only to those who cannot open it', async () => {
    expect(await setText('Ask finance@acme.example.')).toMatchObject({ ok: true })
    expect((await notices()).requestable).toEqual([
      { id: vaultId, label: 'Vault', urn: 'urn:portico:acme:application:vault', text: 'Ask finance@acme.example.' },
    ])
    expect((await notices(admin)).requestable).toEqual([])
    await setText(null)
    expect((await notices()).requestable).toEqual([])
  })

  it('is listed with each application for administrators, and not for people', async () => {
    await setText('Ask finance.')
    const listed = await admin.core.client.call(listApplications, { params: { envId } })
    const texts = listed.ok ? listed.value.applications.map(({ label, accessText }) => [label, accessText]) : []
    expect(texts).toContainEqual(['Vault', 'Ask finance.'])
    expect(texts.filter(([label]) => label !== 'Vault').map(([, text]) => text)).toEqual([null, null, null])
    const open = await admin.core.client.call(getLauncherApplications)
    expect(JSON.stringify(open)).not.toContain('Ask finance.')
  })

  it('an access text is not saved over a newer one', async () => {
    const params = { envId, appId: vaultId }
    const read = await admin.core.client.call(getAccessText, { params })
    const put = (text: string) =>
      admin.core.client.call(putAccessText, { params, body: { text }, ifMatch: read.ok ? read.etag : undefined })
    expect(await put('The first')).toMatchObject({ ok: true })
    expect(await put('The second')).toMatchObject({ ok: false, problem: { status: 412 } })
    expect(await admin.core.client.call(getAccessText, { params })).toMatchObject({ value: { text: 'The first' } })
  })

  it.each([
    ['announcement', { ...off, announcement: { text: '', until: null } }],
    ['announcement', { ...off, announcement: { text: 'x'.repeat(501), until: null } }],
    ['announcement', { ...off, announcement: { text: 'two\nlines', until: null } }],
    ['announcement', { ...off, announcement: { text: 'x', until: 'tomorrow' } }],
    ['accessContact', { ...off, accessContact: 'x'.repeat(301) }],
  ])('cannot be set where %s is not valid: %j', async (field, body) => {
    const outcome = await set(body)
    expect(outcome).toMatchObject({ ok: false, problem: { status: 400 } })
    const [detail] = !outcome.ok && outcome.problem.kind === 'expected' ? outcome.problem.details : []
    expect(detail?.fieldID).toContain(field)
  })

  it('is set only by administrators, and audited', async () => {
    expect(await set({ ...off, accessContact: 'me' }, person)).toMatchObject({ problem: { status: 403 } })
    expect(await setText('me', person)).toMatchObject({ problem: { status: 403 } })
    await set({ ...off, accessContact: 'the service desk' })
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ after: unknown }>`
        select after from audit where action = 'launcher.settings' order by id desc limit 1`.execute(tx.db),
    )
    expect(rows[0]?.after).toEqual({ ...off, accessContact: 'the service desk' })
  })
})

it('a tenant file sets it, and one that does not name it keeps it', async () => {
  const file = smallTenant('acme')
  const [billing, wiki, vault] = file['applications'] as object[]
  await server.importTenant({
    ...file,
    tenant: { slug: 'acme', name: 'acme Inc', announcement: 'From the file', accessContact: 'the desk' },
    applications: [billing, wiki, { ...vault, accessText: 'Ask finance.' }],
  })
  const told = {
    announcement: { text: 'From the file' },
    accessContact: 'the desk',
    requestable: [{ label: 'Vault', text: 'Ask finance.' }],
  }
  expect(await notices()).toMatchObject(told)
  await server.importTenant(file)
  expect(await notices()).toMatchObject(told)
})
