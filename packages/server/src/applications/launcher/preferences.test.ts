import {
  getLauncherApplications,
  getLauncherPreferences,
  putLauncherPreferences,
  recentMax,
  recordLaunch,
} from '@portico/core/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { mintToken } from '../../testing/mint-token.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'

const keys = rsaKeys()
let server: TestServer
let acme: ImportedTenant
let person: Browser
let applications: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await createTestServer()
  const many = Array.from({ length: recentMax + 1 }, (_, at) => ({
    slug: `tool-${at}`,
    label: `Tool ${at}`,
    groups: ['staff'],
  }))
  const small = smallTenant('acme')
  acme = await server.importTenant({
    ...small,
    applications: [...(small['applications'] as object[]), ...many],
    serviceAccounts: [{ environment: 'production', name: 'robot', key1: keys.publicPem, applications: ['wiki'] }],
  })
})
afterAll(() => server.close())

let count = 0
beforeEach(async () => {
  person = await signedIn(server, acme, { username: `p${++count}@acme.example`, groups: ['staff'] })
  const outcome = await person.core.client.call(getLauncherApplications)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  applications = Object.fromEntries(outcome.value.applications.map(({ label, id }) => [label, id]))
})

const idOf = (label: string) => applications[label] ?? ''
async function read(browser = person) {
  const outcome = await browser.core.client.call(getLauncherPreferences)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
const launch = (label: string, browser = person) =>
  browser.core.client.call(recordLaunch, { params: { appId: applications[label] ?? label } })

describe('what a person arranged', () => {
  it('is the grid with nothing in it until they arrange something', async () => {
    expect(await read()).toEqual({ layout: 'grid', favourites: [], order: [], recent: [] })
  })

  it('is kept as it was sent, each application once, only for this person and in all their sessions', async () => {
    const chosen = {
      layout: 'list' as const,
      favourites: [idOf('wiki'), idOf('Billing'), idOf('wiki')],
      order: [idOf('Tool 3'), idOf('wiki')],
    }
    expect(await person.core.client.call(putLauncherPreferences, { body: chosen })).toMatchObject({ ok: true })
    const kept = { ...chosen, favourites: [idOf('wiki'), idOf('Billing')], recent: [] }
    expect(await read()).toEqual(kept)
    const other = await signedIn(server, acme, { username: `other${count}@acme.example`, groups: ['staff'] })
    expect((await read(other)).favourites).toEqual([])
    await person.core.client.call(putLauncherPreferences, { body: { ...chosen, favourites: [] } })
    expect((await read()).favourites).toEqual([])
  })

  it.each([
    ['layout', { layout: 'circle' }],
    ['favourites', { favourites: [''] }],
    ['favourites', { favourites: Array.from({ length: 101 }, () => randomUUID()) }],
    ['order', { order: 'by name' }],
  ])('is refused by the field %s: %j', async (field, wrong) => {
    const body = { layout: 'grid', favourites: [], order: [], ...wrong } as never
    const outcome = await person.core.client.call(putLauncherPreferences, { body })
    expect(outcome).toMatchObject({ ok: false, problem: { status: 400 } })
    const [detail] = !outcome.ok && outcome.problem.kind === 'expected' ? outcome.problem.details : []
    expect(detail?.fieldID).toContain(field)
    expect(await read()).toMatchObject({ layout: 'grid' })
  })

  it('is refused for a service account', async () => {
    const token = await mintToken(server, signAssertion(keys.privateKey, acme.serviceAccountIds.get('robot') ?? ''))
    const response = await server.fetch(
      new Request('http://127.0.0.1:4000/api/portal/launcher/preferences', {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(response.status).toBe(403)
  })
})

describe('what a person opened last', () => {
  it('is listed newest first, once each, the last twelve', async () => {
    await launch('wiki')
    await launch('Billing')
    await launch('wiki')
    expect((await read()).recent).toEqual([idOf('wiki'), idOf('Billing')])
    for (let at = 0; at <= recentMax; at += 1) await launch(`Tool ${at}`)
    const { recent } = await read()
    expect(recent).toHaveLength(recentMax)
    expect(recent[0]).toBe(idOf(`Tool ${recentMax}`))
    expect(recent).not.toContain(idOf('wiki'))
  })

  it('applies only to this person', async () => {
    await launch('wiki')
    const other = await signedIn(server, acme, { username: `second${count}@acme.example`, groups: ['staff'] })
    expect((await read(other)).recent).toEqual([])
  })

  it.each([
    ['an application that is not open to them', 'Vault'],
    ['an id that does not exist', randomUUID()],
    ['no id', 'nonsense'],
  ])('is not %s', async (_, label) => {
    const finance = await signedIn(server, acme, { username: `fin${++count}@acme.example`, groups: ['finance'] })
    const outcome = await finance.core.client.call(getLauncherApplications)
    const vault = outcome.ok ? outcome.value.applications.find((one) => one.label === 'Vault')?.id : undefined
    const appId = label === 'Vault' ? (vault ?? '') : label
    expect(await person.core.client.call(recordLaunch, { params: { appId } })).toMatchObject({
      ok: false,
      problem: { status: 404 },
    })
    expect((await read()).recent).toEqual([])
  })
})
