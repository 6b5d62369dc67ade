import {
  createIdleTimeEditor,
  getIdleTime,
  getLauncher,
  getSession,
  putIdleTime,
  sessionMessages,
  adminMessages,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const slug = `acme${(count += 1)}`
  acme = await server.importTenant(smallTenant(slug))
  admin = await person('ada', 'admins')
  admin.core.branding.learn({ ...adminMessages, ...sessionMessages })
})

const person = (name: string, group = 'staff') =>
  signedIn(server, acme, { username: `${name}@${acme.slug}.example`, groups: [group] })
const owner = (change: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction((tx) => change.execute(tx.db))
const set = (idletime: string, ifMatch?: string) => admin.core.client.call(putIdleTime, { body: { idletime }, ifMatch })
const stored = async () => {
  const outcome = await admin.core.client.call(getIdleTime)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome
}
const idleSecs = async (browser: Browser) => {
  const outcome = await browser.core.client.call(getSession)
  return outcome.ok ? outcome.value.sessionIdleSecs : outcome.problem.kind
}
const reimport = (tenant: object) =>
  server.importTenant({ ...smallTenant(acme.slug), tenant: { slug: acme.slug, name: 'A', ...tenant } })

describe('the idle time of a tenant', () => {
  it('is half an hour, and an administrator sets another one (spec section 7)', async () => {
    expect((await stored()).value).toEqual({ idletime: '00:30', readonly: false })
    const answer = await admin.send('/api/portal/admin/settings/idletime', {
      method: 'PUT',
      body: JSON.stringify({ idletime: ' 08:00 ' }),
      headers: { 'content-type': 'application/json', 'x-csrftoken': admin.cookies.get('csrf') ?? '' },
    })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await stored()).value.idletime).toBe('08:00')
  })

  it.each([
    ['00:04', 'IDLE_TIME_RANGE', 'Time must be between 5 minutes and 24 hours.'],
    ['24:01', 'IDLE_TIME_RANGE', 'Time must be between 5 minutes and 24 hours.'],
    ['8:00', 'IDLE_TIME_FORMAT', 'Time must be set as hh:mm.'],
  ])('%s is rejected with the sentence of spec section 5: %s', async (idletime, errorID, errorMessage) => {
    expect(await set(idletime)).toMatchObject({
      problem: { status: 400, details: [{ errorID, errorMessage, fieldID: 'idletime' }] },
    })
    expect((await stored()).value.idletime).toBe('00:30')
  })

  it('counts for running sessions at once, and for those that begin later', async () => {
    const [used, unused] = [await person('bob'), await person('cy')]
    expect([await idleSecs(used), await idleSecs(unused)]).toEqual([1800, 1800])
    await owner(sql`update sessions set last_used_at = now() - interval '10 minutes'
      where id_hash = sha256(${unused.cookies.get('portico-session')}::text::bytea)`)
    expect(await set('00:05')).toMatchObject({ ok: true })
    expect(await idleSecs(used)).toBe(300)
    expect(await unused.core.client.call(getLauncher)).toMatchObject({ problem: { kind: 'session-ended' } })
    expect(await idleSecs(await person('dan'))).toBe(300)
  })

  it('brings no session back that is over when it grows', async () => {
    const bob = await person('bob')
    await owner(sql`update sessions set last_used_at = now() - interval '31 minutes'
      where id_hash = sha256(${bob.cookies.get('portico-session')}::text::bytea)`)
    expect(await set('24:00')).toMatchObject({ ok: true })
    expect(await idleSecs(bob)).toBe('session-ended')
  })

  it('is not that of another tenant', async () => {
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const gus = await signedIn(server, globex, { username: `gus@globex${count}.example`, groups: ['staff'] })
    await set('00:05')
    expect(await idleSecs(gus)).toBe(1800)
  })

  it('is saved with its version: a stale one is rejected', async () => {
    const { etag } = await stored()
    expect(await set('01:00', etag)).toMatchObject({ ok: true })
    expect(await set('02:00', etag)).toMatchObject({ problem: { status: 412 } })
    expect((await stored()).value.idletime).toBe('01:00')
  })

  it('writes an audit row with both times; a repeated call changes nothing', async () => {
    await set('01:00')
    expect(await set('01:00')).toMatchObject({ ok: true })
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ before: unknown; after: unknown }>`
        select before, after from audit where action = 'idle-time.update'`.execute(tx.db),
    )
    expect(rows).toEqual([{ before: { idletime: '00:30' }, after: { idletime: '01:00' } }])
  })
})

describe('a tenant file', () => {
  it('sets the idle time, also of running sessions, and keeps what it does not name', async () => {
    await reimport({ idleTime: '02:00' })
    expect((await stored()).value).toEqual({ idletime: '02:00', readonly: false })
    expect(await idleSecs(admin)).toBe(7200)
    await reimport({})
    expect((await stored()).value.idletime).toBe('02:00')
    await expect(reimport({ idleTime: '00:01' })).rejects.toThrow('Time must be between 5 minutes and 24 hours.')
  })

  it('makes it read-only: no administrator changes it (spec section 6)', async () => {
    await reimport({ idleTimeReadonly: true })
    expect((await stored()).value.readonly).toBe(true)
    expect(await set('02:00')).toMatchObject({ problem: { status: 403, errorID: 'IDLE_TIME_READ_ONLY' } })
    expect((await stored()).value.idletime).toBe('00:30')
    await reimport({ idleTimeReadonly: false })
    const readonly = true
    expect(await admin.core.client.call(putIdleTime, { body: { idletime: '02:00', readonly } })).toMatchObject({
      problem: { status: 400, details: [{ errorID: 'READ_ONLY_FIELD', fieldID: 'readonly' }] },
    })
    await reimport({ idleTimeReadonly: true })
    const editor = createIdleTimeEditor(admin.core)
    await editor.load()
    editor.setIdleTime('02:00')
    expect(editor.saveRefusal()).toMatchObject({ why: 'readonly', message: expect.stringContaining('read-only') })
  })
})

describe('the editor', () => {
  async function opened(variant: 'form' | 'dropdown') {
    const editor = createIdleTimeEditor(admin.core, { variant })
    await editor.load()
    return editor
  }

  it('saves a time, and the person sees the new end of the session', async () => {
    await admin.core.session.fetch()
    const editor = await opened('dropdown')
    expect(editor.saveRefusal()?.why).toBe('unchanged')
    editor.setIdleTime('04:00')
    expect(editor.changes()).toEqual([
      { field: 'idletime', label: 'Session idle time', removed: ['00:30'], added: ['04:00'] },
    ])
    expect(editor.command()).toBe('portico idle-time set 04:00')
    expect(await editor.save()).toMatchObject({ ok: true })
    expect(editor.hasChanges()).toBe(false)
    await expect.poll(() => admin.core.session.getState().session?.sessionIdleSecs).toBe(14_400)
    editor.setIdleTime('01:00')
    expect(await editor.save()).toMatchObject({ ok: true })
  })

  it.each([
    ['form', '00:30', 'Current time and new time cannot be the same.'],
    ['dropdown', '00:30', 'Current time and new time cannot be the same.'],
    ['form', '00:04', 'Time must be between 5 minutes and 24 hours.'],
    ['dropdown', '00:14', 'Time must be between 15 minutes and 12 hours.'],
    ['dropdown', '12:01', 'Time must be between 15 minutes and 12 hours.'],
  ] as const)('says in the %s of %s: %s', async (variant, time, sentence) => {
    const editor = await opened(variant)
    editor.setIdleTime(time)
    editor.visit('idletime')
    expect(editor.problemOf('idletime')).toBe(sentence)
    expect(await editor.save()).toMatchObject({ refusal: { why: 'invalid', message: sentence } })
    editor.discard()
    expect(editor.problemOf('idletime')).toBeUndefined()
  })

  it('keeps what was typed on top of what another administrator saved', async () => {
    const editor = await opened('form')
    editor.setIdleTime('03:00')
    await set('05:00')
    await editor.save()
    expect(editor.getState().conflict).toBe('stale')
    expect(await editor.readAgain()).toBe(true)
    expect(editor.getState().form).toMatchObject({ idletime: '03:00', fetched: { idletime: '05:00' } })
    expect(await editor.save()).toMatchObject({ ok: true })
    expect((await stored()).value.idletime).toBe('03:00')
  })
})
