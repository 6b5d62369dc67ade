import { createTenantRoleEditor, listOf, tenantRoleList } from '@portico/core'
import {
  createTenantRole,
  deleteTenantRole,
  getTenantRole,
  getTenantRoleGroups,
  listAdminEnvironments,
  listTenantRoles,
  setTenantRoleGroups,
  totalMax,
  updateTenantRole,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

let count = 0
beforeEach(async () => {
  acme = await server.importTenant(smallTenant(`acme${++count}`))
  admin = await signedIn(server, acme, { username: `ada@acme${count}.example`, groups: ['admins'] })
})

const create = (label: string, more: { idempotencyKey?: string } = {}) =>
  admin.core.client.call(createTenantRole, { body: { label }, ...more })
const made = async (label: string) => {
  const outcome = await create(label)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.id
}
const labels = async () => {
  const outcome = await admin.core.client.call(listTenantRoles, {})
  return outcome.ok ? outcome.value.roles.map(({ label }) => label) : outcome.problem
}
const inTenant = (query: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction((tx) => query.execute(tx.db))

describe('custom roles', () => {
  it('are created, renamed by id, and listed by name', async () => {
    const auditor = await made('Auditor')
    await made('approver 10')
    await made('Approver 9')
    expect(await labels()).toEqual(['Approver 9', 'approver 10', 'Auditor'])
    const params = { id: auditor }
    expect(await admin.core.client.call(updateTenantRole, { params, body: { label: ' Reviewer ' } })).toMatchObject({
      value: { id: auditor, label: 'Reviewer' },
    })
    expect(await labels()).toEqual(['Approver 9', 'approver 10', 'Reviewer'])
    expect((await auditRows(server, acme)).slice(-1)).toMatchObject([
      { action: 'tenant-role.update', before: { label: 'Auditor' }, after: { label: 'Reviewer' } },
    ])
  })

  it('are deleted with their mappings in all environments, which the audit keeps', async () => {
    const id = await made('Auditor')
    const environments = await admin.core.client.call(listAdminEnvironments, {})
    const envId = environments.ok ? (environments.value.environments.find((one) => !one.readonly)?.id ?? '') : ''
    const { rows } = (await inTenant(
      sql`select id, identity_provider_id as idp from groups where claim = 'staff'`,
    )) as { rows: { id: string; idp: string }[] }
    const params = { envId, roleId: id }
    const body = { tenantGroups: [{ idp: rows[0]?.idp ?? '', groups: [rows[0]?.id ?? ''] }] }
    expect(await admin.core.client.call(setTenantRoleGroups, { params, body })).toMatchObject({ ok: true })
    expect(await admin.core.client.call(deleteTenantRole, { params: { id } })).toMatchObject({ ok: true })
    expect(await labels()).toEqual([])
    expect((await inTenant(sql`select from tenant_role_groups`)).rows).toHaveLength(0)
    expect(await admin.core.client.call(getTenantRoleGroups, { params })).toMatchObject({ problem: { status: 404 } })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'tenant-role.delete',
      before: { label: 'Auditor', mappings: [{ groups: ['staff'] }] },
    })
  })

  it.each(['Auditor', 'AUDITOR', ' auditor ', 'Auditör'])('have different names: %s is taken', async (label) => {
    await made('Auditor')
    const other = await made('Other')
    const taken = { problem: { status: 409, errorID: 'NAME_TAKEN', details: [{ fieldID: 'label' }] } }
    expect(await create(label)).toMatchObject(taken)
    expect(await admin.core.client.call(updateTenantRole, { params: { id: other }, body: { label } })).toMatchObject(
      taken,
    )
    expect(await labels()).toEqual(['Auditor', 'Other'])
  })

  it('of two tenants may have the same name', async () => {
    await made('Auditor')
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const other = await signedIn(server, globex, { username: `eve@globex${count}.example`, groups: ['admins'] })
    const outcome = await other.core.client.call(createTenantRole, { body: { label: 'Auditor' } })
    expect(outcome).toMatchObject({ ok: true })
  })

  it('created at the same time under one name: one is made', async () => {
    const all = await Promise.all(['Auditor', 'auditor', 'AUDITOR'].map((label) => create(label)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await labels()).toHaveLength(1)
  })

  it.each([
    ['', 'TENANT_ROLE_LABEL_REQUIRED'],
    ['  ', 'TENANT_ROLE_LABEL_REQUIRED'],
    ['x'.repeat(129), 'TENANT_ROLE_LABEL_TOO_LONG'],
    ['a\u0007b', 'TEXT_CHARACTERS'],
    ['\u200b\u200d', 'TEXT_CHARACTERS'],
    ['\u202erotiduA', 'TEXT_CHARACTERS'],
    ['\u202e\u0007', 'TEXT_CHARACTERS'],
    ['Aud\u200ditor', 'TEXT_CHARACTERS'],
    ['Auditor\u200c', 'TEXT_CHARACTERS'],
    ['Audit\u00ador', 'TEXT_CHARACTERS'],
  ])('have a name: %j is rejected', async (label, errorID) => {
    expect(await create(label)).toMatchObject({ problem: { status: 400, details: [{ errorID, fieldID: 'label' }] } })
  })

  it.each([
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['an emoji', 'Team \u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ])('have a name in any language: %s', async (_, label) => {
    expect(await create(label)).toMatchObject({ ok: true, value: { label } })
  })

  it('as a list on the screen: a new one is added in order, a renamed one replaced by id, a deleted one removed', async () => {
    await made('Auditor')
    const { core } = admin
    const list = listOf(core, tenantRoleList)
    await list.open('')
    const shown = () => list.getState().rows?.map(({ label }) => label)
    const fresh = createTenantRoleEditor(core, { id: undefined })
    fresh.set({ label: ' Approver ' })
    expect(await fresh.save()).toEqual({ ok: true, created: true })
    expect(shown()).toEqual(['Approver', 'Auditor'])
    const editor = createTenantRoleEditor(core, { id: fresh.getState().id })
    await editor.load()
    editor.set({ label: 'Zoo keeper' })
    expect(editor.command()).toBe(`portico role update ${fresh.getState().id} --name 'Zoo keeper'`)
    expect(await editor.save()).toEqual({ ok: true, created: false })
    expect(shown()).toEqual(['Zoo keeper', 'Auditor'])
    expect(await editor.remove()).toBe(true)
    expect([shown(), list.getState().total]).toEqual([['Auditor'], 1])
  })

  it('sent twice under one idempotency key are created once', async () => {
    const [first, second] = [await create('A', { idempotencyKey: 'k' }), await create('A', { idempotencyKey: 'k' })]
    expect(first).toMatchObject({ ok: true })
    expect(second).toEqual(first)
    expect(await labels()).toEqual(['A'])
  })

  it('that changed since they were read are neither renamed nor deleted (412)', async () => {
    const params = { id: await made('Auditor') }
    const read = await admin.core.client.call(getTenantRole, { params })
    const ifMatch = read.ok ? read.etag : undefined
    await admin.core.client.call(updateTenantRole, { params, body: { label: 'Reviewer' }, ifMatch })
    for (const late of [
      await admin.core.client.call(updateTenantRole, { params, body: { label: 'Late' }, ifMatch }),
      await admin.core.client.call(deleteTenantRole, { params, ifMatch }),
    ])
      expect(late).toMatchObject({ problem: { status: 412 } })
    expect(await labels()).toEqual(['Reviewer'])
  })

  it('that are read-only cannot be created, renamed or deleted, and the list says so (spec section 6)', async () => {
    const id = await made('Auditor')
    const tenant = { slug: acme.slug, name: 'acme', customRolesReadonly: true }
    await server.importTenant(smallTenant(acme.slug, { tenant }))
    for (const refused of [
      await create('Other'),
      await admin.core.client.call(updateTenantRole, { params: { id }, body: { label: 'Other' } }),
      await admin.core.client.call(deleteTenantRole, { params: { id } }),
    ])
      expect(refused).toMatchObject({ problem: { status: 403, errorID: 'ROLES_READ_ONLY' } })
    expect(await admin.core.client.call(listTenantRoles, {})).toMatchObject({
      value: { readonly: true, roles: [{ id, label: 'Auditor' }] },
    })
  })

  it('2,000 of them are searched, sorted and paged by the server', async () => {
    await inTenant(sql`
      insert into tenant_roles (tenant_id, id, label)
      select ${acme.id}::uuid, gen_random_uuid(), 'Role ' || n from generate_series(1, 2000) n`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await admin.core.client.call(listTenantRoles, { query: { limit: '900', cursor } })
      if (!page.ok) throw new Error(page.problem.errorMessage)
      if (cursor === undefined) expect(page.value.total).toBe(totalMax)
      seen.push(...page.value.roles.map(({ label }) => label))
      cursor = page.value.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(Array.from({ length: 2000 }, (_, index) => `Role ${index + 1}`))
    const query = { limit: '2', search: 'role 199', sort: '-label' as const }
    expect(await admin.core.client.call(listTenantRoles, { query })).toMatchObject({
      value: { total: 12, roles: [{ label: 'Role 1999' }, { label: 'Role 1998' }] },
    })
  })
})
