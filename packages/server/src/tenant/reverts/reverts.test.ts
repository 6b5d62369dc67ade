import {
  createTenantRole,
  deleteTenantRole,
  listAudit,
  previewAuditRevert,
  putIdleTime,
  putSupportAccess,
  putTenantBranding,
  getTenantBranding,
  getIdleTime,
  getPortalRoleGroups,
  getTenantRole,
  getTenantRoleGroups,
  listAdminEnvironments,
  listGroups,
  revertAudit,
  setTenantRoleGroups,
  updateTenantRole,
  type AuditRow,
} from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let tenant: ImportedTenant
let admin: Browser
let stranger: Browser

beforeAll(async () => {
  server = await createTestServer()
  tenant = await server.importTenant(smallTenant('acme'))
  const other = await server.importTenant(smallTenant('globex'))
  admin = await signedIn(server, tenant, { username: 'ada@acme.example', groups: ['admins'] })
  stranger = await signedIn(server, other, { username: 'eve@globex.example', groups: ['admins'] })
})
afterAll(() => server?.close())

const call: Browser['core']['client']['call'] = (...all) => admin.core.client.call(...all)

async function value<T>(answer: Promise<{ ok: true; value: T } | { ok: false; problem: unknown }>): Promise<T> {
  const got = await answer
  if (!got.ok) throw new Error(JSON.stringify(got.problem))
  return got.value
}

/** The newest entries of an object, or of an action. */
async function entries(query: { target?: string; action?: string }): Promise<AuditRow[]> {
  return (await value(call(listAudit, { query }))).entries
}

async function role(...labels: readonly string[]): Promise<string> {
  const [first = '', ...later] = labels
  const { id } = await value(call(createTenantRole, { body: { label: first } }))
  for (const label of later) await value(call(updateTenantRole, { params: { id }, body: { label } }))
  return id
}

async function newest(query: { target?: string; action?: string }): Promise<AuditRow> {
  const [entry] = await entries(query)
  if (entry === undefined) throw new Error('There is no entry.')
  return entry
}

const preview = (id: string) => value(call(previewAuditRevert, { params: { id } }))
const revert = async (id: string) => {
  const answer = await call(revertAudit, { params: { id } })
  return answer.ok ? 'done' : answer.problem.kind === 'expected' ? answer.problem.errorID : 'system'
}

it('a rename is taken back by an ordinary change, and the log names the entry that was taken back', async () => {
  const id = await role('Night', 'Day')
  const entry = await newest({ target: id })
  expect(await preview(entry.id)).toEqual({ before: { label: 'Day' }, after: { label: 'Night' }, refusal: null })
  // The preview made the change and undid it.
  expect((await value(call(getTenantRole, { params: { id } }))).label).toBe('Day')
  expect(await entries({ target: id })).toHaveLength(2)
  expect(await revert(entry.id)).toBe('done')
  expect((await value(call(getTenantRole, { params: { id } }))).label).toBe('Night')
  const later = await entries({ target: id })
  const taken = later.find(({ action }) => action === 'audit.revert')
  const update = later.find(
    ({ action, requestId }) => action === 'tenant-role.update' && requestId === taken?.requestId,
  )
  expect(taken).toMatchObject({ action: 'audit.revert', after: { entry: entry.id } })
  expect(update).toMatchObject({ action: 'tenant-role.update', before: { label: 'Day' }, after: { label: 'Night' } })
  // The revert is a change like any other, and can be taken back too.
  expect(await revert(update?.id ?? '')).toBe('done')
})

it('a change is refused once a later change set the same field', async () => {
  const id = await role('One', 'Two', 'Three')
  const [, second] = await entries({ target: id })
  expect((await preview(second?.id ?? '')).refusal?.errorID).toBe('REVERT_CHANGED')
  expect(await revert(second?.id ?? '')).toBe('REVERT_CHANGED')
  expect((await value(call(getTenantRole, { params: { id } }))).label).toBe('Three')
})

it('a name that was taken meanwhile and an object that is gone are refused by name', async () => {
  const id = await role('Wanted', 'Moved')
  const entry = await newest({ target: id })
  const other = await role('Wanted')
  expect((await preview(entry.id)).refusal?.errorID).toBe('NAME_TAKEN')
  expect(await revert(entry.id)).toBe('NAME_TAKEN')
  await call(deleteTenantRole, { params: { id: other } })
  await call(deleteTenantRole, { params: { id } })
  expect(await revert(entry.id)).toBe('REVERT_GONE')
  expect(await revert((await newest({ target: id })).id)).toBe('REVERT_DELETED')
})

it("another tenant's entry is not found, like a random one", async () => {
  const id = await role('Ours', 'Still ours')
  const entry = await newest({ target: id })
  for (const params of [{ id: entry.id }, { id: '01900000-0000-7000-8000-000000000000' }]) {
    const answers = [
      await stranger.core.client.call(previewAuditRevert, { params }),
      await stranger.core.client.call(revertAudit, { params }),
    ]
    for (const answer of answers)
      expect(answer.ok ? 200 : answer.problem.kind === 'expected' && answer.problem.status).toBe(404)
  }
  expect((await value(call(getTenantRole, { params: { id } }))).label).toBe('Still ours')
})

it('settings of the tenant are taken back', async () => {
  const { idletime } = await value(call(getIdleTime))
  await value(call(putIdleTime, { body: { idletime: '02:00' } }))
  expect(await revert((await newest({ action: 'idle-time' })).id)).toBe('done')
  expect((await value(call(getIdleTime))).idletime).toBe(idletime)
  const none = { name: null, primaryColor: null, accentColor: null, privacyPolicyUrl: null }
  await value(call(putTenantBranding, { body: { ...none, name: 'Acme Works', primaryColor: '#0a4fa3' } }))
  expect(await revert((await newest({ action: 'branding' })).id)).toBe('done')
  expect(await value(call(getTenantBranding))).toMatchObject(none)
  await value(call(putSupportAccess, { body: { allowProsAccess: true, allowProsChange: false } }))
  const allowed = await newest({ action: 'support-access' })
  expect(await preview(allowed.id)).toMatchObject({
    before: { allowProsAccess: true },
    after: { allowProsAccess: false },
  })
  expect(await revert(allowed.id)).toBe('done')
})

it('groups of a custom role are taken back in their environment', async () => {
  const roleId = await role('Mapped')
  const { environments } = await value(call(listAdminEnvironments))
  const environment = environments.find(({ readonly }) => !readonly)
  const [provider] = (await value(call(listGroups, { query: {} }))).tenantGroups
  const [group] = provider?.groups ?? []
  if (environment === undefined || provider === undefined || group === undefined)
    throw new Error('The tenant has no environment or group.')
  const params = { envId: environment.id, roleId }
  const tenantGroups = [{ idp: provider.idp, groups: [group.id] }]
  await value(call(setTenantRoleGroups, { params, body: { tenantGroups } }))
  const entry = await newest({ target: roleId })
  expect(entry.action).toBe('tenant-role.groups')
  expect(await revert(entry.id)).toBe('done')
  expect((await value(call(getTenantRoleGroups, { params }))).tenantGroups).toEqual([])
})

it('the note that a change was taken back is an event, and is not taken back', async () => {
  expect(await revert((await newest({ action: 'audit.revert' })).id)).toBe('REVERT_EVENT')
})

it('a revert that would leave no path to Security Admin is refused', async () => {
  const params = { id: 'security-admin' }
  const { idp, idpName, groups } = await value(call(getPortalRoleGroups, { params }))
  const by = { actor: { kind: 'system', name: 'test' }, requestId: 'first groups', nowMs: Date.now() } as const
  await tenantScope(server.database, tenant.id).transaction((tx) =>
    recordAudit(tx, by, {
      action: 'portal-role.groups',
      target: { kind: 'portal-role', id: params.id },
      before: { idp, idpName, groups: [] },
      after: { idp, idpName, groups },
    }),
  )
  const entry = await newest({ action: 'portal-role.groups' })
  expect((await preview(entry.id)).refusal?.errorID).toBe('LAST_ADMIN_PATH')
  expect(await revert(entry.id)).toBe('LAST_ADMIN_PATH')
  expect((await value(call(getPortalRoleGroups, { params }))).groups).toEqual(groups)
})

it('a deactivated tenant takes back nothing, and the preview says so', async () => {
  const id = await role('Awake', 'Asleep')
  const entry = await newest({ target: id })
  const set = (deactivated: boolean) =>
    tenantScope(server.database, tenant.id).transaction((tx) =>
      tx.db.updateTable('tenants').set({ deactivated }).where('tenant_id', '=', tenant.id).execute(),
    )
  await set(true)
  try {
    await expect.poll(async () => (await preview(entry.id)).refusal?.errorID).toBe('TENANT_DEACTIVATED')
    expect(await revert(entry.id)).toBe('TENANT_DEACTIVATED')
  } finally {
    await set(false)
  }
})
