import {
  createEnvironmentEditor,
  getEnvironment,
  listAdminEnvironments,
  listEnvironments,
  orderByName,
  selectEnvironment,
  updateEnvironment,
} from '@portico/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

const idOf = async (name: string) => {
  const outcome = await admin.core.client.call(listAdminEnvironments)
  return (outcome.ok ? outcome.value.environments.find((one) => one.name === name)?.id : undefined) ?? ''
}

it('an environment has id, name and type, for administrators also the read-only flag (spec section 3)', async () => {
  const own = await admin.core.client.call(listEnvironments)
  const administered = await admin.core.client.call(listAdminEnvironments)
  if (!own.ok || !administered.ok) throw new Error('not answered')
  for (const { id, name, type } of own.value.environments) {
    expect(id).toBe(await idOf(name))
    expect(type).toBe(name === 'Production' ? 'PROD' : 'TEST')
    expect(administered.value.environments.find((one) => one.id === id)).toMatchObject({ name, type })
  }
  for (const one of administered.value.environments) expect(one).toMatchObject({ readonly: expect.any(Boolean) })
  expect(own.value.environments.map(({ name }) => name)).toContain('Production')
})

it('lists environments in the order of core, numbers as numbers', async () => {
  const environments = ['stage 10', 'Stage 9', 'Étage', 'alpha'].map((name, at) => ({
    slug: at === 0 ? 'production' : `stage-${at}`,
    name,
    type: 'TEST',
  }))
  const file = { ...smallTenant('ordered'), environments, applications: [], serviceAccounts: [] }
  const tenant = await server.importTenant(file)
  const person = await signedIn(server, tenant, { username: 'ada@ordered.example', groups: ['admins'] })
  const outcome = await person.core.client.call(listAdminEnvironments)
  const listed = outcome.ok ? outcome.value.environments.map(({ name }) => name) : []
  expect(listed).toEqual(orderByName(listed, String))
  expect(listed).toEqual(['alpha', 'Étage', 'Stage 9', 'stage 10'])
})

describe('selecting an environment', () => {
  it('gives the session a new id, and the old one is invalid', async () => {
    const person = await signedIn(server, acme, { username: 'bo@acme.example', groups: ['staff'] })
    const old = new Map(person.cookies)
    const staging = await idOf('Staging')
    const selected = await person.core.client.call(selectEnvironment, {
      body: { env_id: staging, 'X-CSRFToken': person.cookies.get('csrf') ?? '' },
    })
    expect(selected).toMatchObject({ ok: true })
    expect(person.cookies.get('portico-session')).not.toBe(old.get('portico-session'))
    expect(person.cookies.get('csrf')).not.toBe(old.get('csrf'))
    expect(await person.core.client.call(listEnvironments)).toMatchObject({ ok: true, value: { selected: staging } })
    person.cookies.set('portico-session', old.get('portico-session') ?? '')
    expect(await person.core.client.call(listEnvironments)).toMatchObject({
      ok: false,
      problem: { kind: 'session-ended' },
    })
  })

  it('of two concurrent selections only one gets a session: no cookie remains without a session', async () => {
    const person = await signedIn(server, acme, { username: 'di@acme.example', groups: ['staff'] })
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const env_id = await idOf('Staging')
    const select = async () => {
      const body = new URLSearchParams({ env_id, 'X-CSRFToken': person.cookies.get('csrf') ?? '' })
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
      const request = new Request(`${testBaseUrl}/api/portal/environments`, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
      })
      return (await server.fetch(request)).headers.getSetCookie().some((line) => /^portico-session=[^;]/.test(line))
    }
    const given = await Promise.all(Array.from({ length: 8 }, select))
    expect(given.filter(Boolean)).toHaveLength(1)
  })

  it('refuses an environment that is not open to the person', async () => {
    const person = await signedIn(server, acme, { username: 'cy@acme.example', groups: [] })
    const body = { env_id: await idOf('Staging'), 'X-CSRFToken': person.cookies.get('csrf') ?? '' }
    expect(await person.core.client.call(selectEnvironment, { body })).toMatchObject({
      ok: false,
      problem: { errorID: 'ENVIRONMENT_UNKNOWN' },
    })
  })
})

describe('renaming an environment', () => {
  const rename = async (from: string, name: string) =>
    admin.core.client.call(updateEnvironment, { params: { id: await idOf(from) }, body: { name } })

  it('is kept, trimmed', async () => {
    expect(await rename('Staging', '  Rehearsal ')).toMatchObject({ ok: true, value: { name: 'Rehearsal' } })
    expect(await rename('Rehearsal', 'Staging')).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing', '  ', 'REQUIRED'],
    ['65 characters', 'x'.repeat(65), 'TOO_LONG'],
    ['a name another one has', 'production', 'NAME_TAKEN'],
  ])('refuses %s', async (_, name, errorID) => {
    expect(await rename('Staging', name)).toMatchObject({
      ok: false,
      problem: { details: [{ errorID, fieldID: 'name' }] },
    })
  })

  it('refuses a read-only one, and a stale version', async () => {
    expect(await rename('Frozen', 'Thawed')).toMatchObject({
      ok: false,
      problem: { errorID: 'READ_ONLY', status: 403 },
    })
    const outcome = await admin.core.client.call(updateEnvironment, {
      params: { id: await idOf('Staging') },
      body: { name: 'Other' },
      ifMatch: '"99"',
    })
    expect(outcome).toMatchObject({ ok: false, problem: { status: 412, errorID: 'STALE' } })
  })

  it('has a version: the one read and the one after a save are different', async () => {
    const params = { id: await idOf('Staging') }
    const read = await admin.core.client.call(getEnvironment, { params })
    expect(read).toMatchObject({ ok: true, value: { ...params, name: 'Staging', readonly: false } })
    if (!read.ok) return
    const saved = await admin.core.client.call(updateEnvironment, {
      params,
      body: read.value,
      ...(read.etag === undefined ? {} : { ifMatch: read.etag }),
    })
    expect(saved).toMatchObject({ ok: true, value: read.value })
    expect(saved.ok && saved.etag).not.toBe(read.etag)
  })

  it('in the editor is not saved over another rename, and what was typed stays', async () => {
    const params = { id: await idOf('Staging') }
    const editor = createEnvironmentEditor(admin.core, params)
    await editor.load()
    editor.set({ name: ' Mine ' })
    expect(editor.changes()).toMatchObject([{ removed: ['Staging'], added: ['Mine'] }])
    expect(editor.command()).toBe('portico environment update --name Mine -- urn:portico:acme:environment:staging')
    await admin.core.client.call(updateEnvironment, { params, body: { name: 'Theirs' } })
    expect(await editor.save()).toMatchObject({ ok: false, problem: { status: 412 } })
    expect(await editor.readAgain()).toBe(true)
    expect(editor.getState().form).toEqual({ values: { name: ' Mine ' }, fetched: { name: 'Theirs' } })
    expect(await editor.save()).toEqual({ ok: true, created: false })
    expect([editor.hasChanges(), editor.getState().form.values.name]).toEqual([false, 'Mine'])
    editor.set({ name: '' })
    expect([editor.saveRefusal()?.why, editor.hasChanges()]).toEqual(['invalid', true])
    editor.discard()
    expect(editor.getState().form.values.name).toBe('Mine')
    editor.set({ name: 'Staging' })
    expect(await editor.save()).toMatchObject({ ok: true })
  })

  it('in the editor is refused for a read-only one before anything is sent', async () => {
    const editor = createEnvironmentEditor(admin.core, { id: await idOf('Frozen') })
    await editor.load()
    editor.set({ name: 'Thawed' })
    expect(await editor.save()).toMatchObject({ ok: false, refusal: { why: 'readonly' } })
    expect(await idOf('Thawed')).toBe('')
  })
})
