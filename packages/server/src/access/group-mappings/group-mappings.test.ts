import {
  createTenantRole,
  forgetGroups,
  getAppRoleGroups,
  getApplicationGroups,
  getTenantRoleGroups,
  listAdminEnvironments,
  listApplications,
  listGroupMappings,
  listGroups,
  listMappings,
  listRoles,
  setAppRoleGroups,
  setApplicationGroups,
  setTenantRoleGroups,
  totalMax,
  type ReplyOf,
} from '@portico/core/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
/** Ids by name: environments, applications, `application:role`, groups and providers. */
let ids: Map<string, string>

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

async function value<T>(
  call: Promise<{ ok: true; value: T } | { ok: false; problem: { errorMessage: string } }>,
): Promise<T> {
  const outcome = await call
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}

let count = 0
beforeEach(async () => {
  const slug = `acme${++count}`
  const provider = (name: string, primary: boolean) => ({
    name,
    type: 'OIDC',
    primary,
    config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
    clientSecret: 'not-a-secret-in-tests',
  })
  acme = await server.importTenant(
    smallTenant(slug, {
      identityProviders: [provider('Main', true), provider('Partners', false)],
      moreAdminGroups: ['chiefs'],
      customRoles: [{ label: 'Auditor', groups: { staging: ['staff', { provider: 'Partners', group: 'partners' }] } }],
    }),
  )
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
  const { client } = admin.core
  ids = new Map(acme.identityProviderIds)
  const { environments } = await value(client.call(listAdminEnvironments, {}))
  for (const { id: envId, name } of environments) {
    ids.set(name, envId)
    const { applications } = await value(client.call(listApplications, { params: { envId } }))
    for (const { id: appId, label } of applications) {
      ids.set(label, appId)
      const { roles } = await value(client.call(listRoles, { params: { envId, appId } }))
      for (const role of roles) ids.set(`${name} ${label}:${role.name}`, role.id)
    }
  }
  const { tenantGroups } = await value(client.call(listGroups, { query: {} }))
  for (const { groups } of tenantGroups) for (const { id, name } of groups) ids.set(name, id)
  ids.set('Auditor', (await mappings('Staging')).find(({ label }) => label === 'Auditor')?.roleId ?? '')
})

const id = (name: string) => ids.get(name) ?? name
const part = (idp: string, ...groups: string[]) => ({ idp: id(idp), groups: groups.map(id) })
const appRole = (name = 'Production Billing:viewer') => ({
  envId: id(name.split(' ')[0] ?? ''),
  appId: id(/ (.*):/.exec(name)?.[1] ?? ''),
  roleId: id(name),
})
const vault = () => ({ envId: id('Production'), appId: id('Vault') })
const auditor = (environment: string) => ({ envId: id(environment), roleId: id('Auditor') })

type Calls = {
  read: () => ReturnType<typeof readAppRole>
  set: (body: Body, ifMatch?: string) => ReturnType<typeof readAppRole>
}
type Body = { tenantGroups: { idp: string; idpName?: string; groups: (string | { id: string })[] }[] }
const readAppRole = () => admin.core.client.call(getAppRoleGroups, { params: appRole() })

const mappingsOf: Record<string, Calls> = {
  'a role of an application': {
    read: readAppRole,
    set: (body, ifMatch) => admin.core.client.call(setAppRoleGroups, { params: appRole(), body, ifMatch }),
  },
  'a custom role': {
    read: () => admin.core.client.call(getTenantRoleGroups, { params: auditor('Production') }),
    set: (body, ifMatch) =>
      admin.core.client.call(setTenantRoleGroups, { params: auditor('Production'), body, ifMatch }),
  },
  'a single-tenant application': {
    read: () => admin.core.client.call(getApplicationGroups, { params: vault() }),
    set: (body, ifMatch) => admin.core.client.call(setApplicationGroups, { params: vault(), body, ifMatch }),
  },
}

async function mappings(environment: string, query: Record<string, string> = {}) {
  const params = { envId: id(environment) }
  return (await value(admin.core.client.call(listMappings, { params, query }))).mappings
}

const named = (reply: ReplyOf<typeof getAppRoleGroups>) =>
  reply.tenantGroups.map(({ idpName, groups }) => [idpName, groups.map(({ name }) => name)])

describe.each(Object.keys(mappingsOf))('the groups of %s', (kind) => {
  const { read, set } = mappingsOf[kind] as Calls

  it('are replaced as a whole by ids, of any provider, and read back by provider and name', async () => {
    const body = { tenantGroups: [part('Partners', 'partners'), part('Main', 'staff', 'finance', 'staff')] }
    expect(named(await value(set(body)))).toEqual([
      ['Main', ['finance', 'staff']],
      ['Partners', ['partners']],
    ])
    expect(named(await value(set({ tenantGroups: [part('Main', 'admins')] })))).toEqual([['Main', ['admins']]])
    expect(named(await value(read()))).toEqual([['Main', ['admins']]])
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: expect.stringMatching(/^(?:app-role|tenant-role|application)\.groups$/),
      before: {
        tenantGroups: [{ groups: [{ name: 'finance' }, { name: 'staff' }] }, { groups: [{ name: 'partners' }] }],
      },
      after: { tenantGroups: [{ idpName: 'Main', groups: [{ name: 'admins' }] }] },
    })
    expect(await value(set({ tenantGroups: [] }))).toEqual({ tenantGroups: [] })
  })

  it('are taken as GET returned them', async () => {
    await set({ tenantGroups: [part('Main', 'staff', 'finance')] })
    const before = await value(read())
    expect(await value(set(before))).toEqual(before)
    const renamed = { tenantGroups: before.tenantGroups.map((one) => ({ ...one, idpName: 'Other' })) }
    expect(await set(renamed)).toMatchObject({
      problem: { details: [{ errorID: 'READ_ONLY_FIELD', fieldID: 'tenantGroups.0.idpName' }] },
    })
  })

  it('are rejected with their place if they belong to another provider or tenant, or to none', async () => {
    const globex = await server.importTenant(smallTenant(`globex${kind.length}x${count}`))
    const foreign = await tenantScope(server.database, globex.id).transaction((tx) =>
      tx.db.selectFrom('groups').select('id').limit(1).executeTakeFirstOrThrow(),
    )
    const before = await value(read())
    const unknown = (fieldID: string) => ({ errorID: 'MAPPED_GROUP_UNKNOWN', fieldID })
    for (const one of ['partners', foreign.id, '018f4f2e-0000-7000-8000-000000000000', 'nonsense'])
      expect(await set({ tenantGroups: [part('Main', 'staff', one)] })).toMatchObject({
        problem: { status: 400, details: [unknown('tenantGroups.0.groups.1')] },
      })
    for (const idp of [[...globex.identityProviderIds.values()][0] ?? '', 'nonsense'])
      expect(await set({ tenantGroups: [part('Main', 'staff'), { idp, groups: [] }] })).toMatchObject({
        problem: { status: 400, details: [{ errorID: 'INVALID_VALUE', fieldID: 'tenantGroups.1.idp' }] },
      })
    expect(await value(read())).toEqual(before)
  })

  it('are at most 200', async () => {
    const groups = Array.from({ length: 101 }, () => id('staff'))
    const half = { idp: id('Main'), groups }
    expect(await set({ tenantGroups: [half, half] })).toMatchObject({
      problem: { status: 400, details: [{ errorID: 'TOO_LONG', fieldID: 'tenantGroups' }] },
    })
  })

  it('that changed since they were read are not replaced (412)', async () => {
    const first = await read()
    const ifMatch = first.ok ? first.etag : undefined
    expect(ifMatch).toBeDefined()
    expect(await set({ tenantGroups: [part('Main', 'chiefs')] }, ifMatch)).toMatchObject({ ok: true })
    expect(await set({ tenantGroups: [] }, ifMatch)).toMatchObject({ problem: { status: 412 } })
    expect(named(await value(read()))).toEqual([['Main', ['chiefs']]])
  })

  it('replaced twice at the same time: the second one finds that they changed', async () => {
    const first = await read()
    const ifMatch = first.ok ? first.etag : undefined
    const both = await Promise.all(
      ['chiefs', 'admins'].map((group) => set({ tenantGroups: [part('Main', group)] }, ifMatch)),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { status: 412 } })
  })
})

it('a mapping in a read-only environment cannot be changed (spec section 6)', async () => {
  const body = { tenantGroups: [] }
  const { client } = admin.core
  for (const refused of [
    await client.call(setAppRoleGroups, { params: appRole('Frozen Billing:viewer'), body }),
    await client.call(setTenantRoleGroups, { params: auditor('Frozen'), body }),
    await client.call(setApplicationGroups, { params: { envId: id('Frozen'), appId: id('wiki') }, body }),
  ])
    expect(refused).toMatchObject({ problem: { status: 403, errorID: 'READ_ONLY' } })
  expect(await mappings('Frozen', { kind: 'application' })).toMatchObject([{ groupCount: 1 }])
})

it('a custom role has different groups in each environment', async () => {
  const read = (environment: string) =>
    value(admin.core.client.call(getTenantRoleGroups, { params: auditor(environment) }))
  expect(named(await read('Staging'))).toEqual([
    ['Main', ['staff']],
    ['Partners', ['partners']],
  ])
  expect(named(await read('Production'))).toEqual([])
})

describe('what cannot be mapped', () => {
  it('a hidden role, a role of another application or environment, and one of a single-tenant application do not exist', async () => {
    const wanted = appRole()
    for (const params of [
      appRole('Production Billing:hidden'),
      { ...wanted, envId: id('Staging') },
      { ...wanted, appId: id('Vault') },
      { ...wanted, roleId: id('Auditor') },
    ]) {
      expect(await admin.core.client.call(getAppRoleGroups, { params })).toMatchObject({ problem: { status: 404 } })
      const body = { tenantGroups: [] }
      expect(await admin.core.client.call(setAppRoleGroups, { params, body })).toMatchObject({
        problem: { status: 404 },
      })
    }
  })

  it('a role of the portal is not mapped in an environment', async () => {
    const params = appRole('Production Portal:security-admin')
    const body = { tenantGroups: [part('Main', 'staff')] }
    expect(await admin.core.client.call(setAppRoleGroups, { params, body })).toMatchObject({
      problem: { status: 409, errorID: 'PORTAL_ROLE_APART' },
    })
  })

  it('an application with roles gets no groups itself, but those from an import can be removed', async () => {
    const params = { envId: id('Production'), appId: id('Billing') }
    const { client } = admin.core
    const set = (tenantGroups: Body['tenantGroups']) =>
      client.call(setApplicationGroups, { params, body: { tenantGroups } })
    expect(await set([part('Main', 'staff')])).toMatchObject({
      problem: { status: 409, errorID: 'APPLICATION_HAS_ROLES' },
    })
    await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`insert into application_access_groups (tenant_id, environment_id, application_id, group_id)
          values (${acme.id}, ${params.envId}, ${params.appId}, ${id('staff')})`.execute(tx.db),
    )
    expect(await mappings('Production', { kind: 'application', app: id('Billing') })).toMatchObject([{ groupCount: 1 }])
    expect(await set([])).toMatchObject({ ok: true })
    expect(await mappings('Production', { kind: 'application', app: id('Billing') })).toEqual([])
  })
})

describe('the list of everything that groups can be mapped to', () => {
  const shown = (rows: Awaited<ReturnType<typeof mappings>>) =>
    rows.map((row) => [row.kind, row.appLabel ?? '', row.label, row.groups.map(({ name }) => name).join(' ')])

  it('names portal roles, custom roles, visible roles by application, and applications without roles', async () => {
    expect(shown(await mappings('Production'))).toEqual([
      ['portal-role', '', 'Security Admin', 'admins chiefs'],
      ['tenant-role', '', 'Auditor', ''],
      ['application-role', 'Billing', 'Clerk', 'finance'],
      ['application-role', 'Billing', 'Viewer', 'staff'],
      ['application', 'Vault', 'Vault', 'finance'],
      ['application', 'wiki', 'wiki', 'staff'],
    ])
    expect(shown(await mappings('Staging')).slice(1)).toEqual([
      ['tenant-role', '', 'Auditor', 'staff partners'],
      ['application-role', 'Billing', 'Clerk', 'finance'],
      ['application-role', 'Billing', 'Viewer', 'staff'],
      ['application', 'wiki', 'wiki', 'staff'],
    ])
  })

  it('is narrowed by search, kind, application and group', async () => {
    const labels = async (query: Record<string, string>) =>
      (await mappings('Production', query)).map(({ label }) => label)
    expect(await labels({ search: 'billing cl' })).toEqual(['Clerk'])
    expect(await labels({ kind: 'tenant-role' })).toEqual(['Auditor'])
    expect(await labels({ app: id('Billing') })).toEqual(['Clerk', 'Viewer'])
    expect(await labels({ group: id('finance') })).toEqual(['Clerk', 'Vault'])
    expect(await labels({ group: id('admins') })).toEqual(['Security Admin'])
    expect(await labels({ group: 'nonsense' })).toEqual([])
    expect(await labels({ group: id('partners') })).toEqual([])
    expect(await labels({ sort: '-name', limit: '2' })).toEqual(['wiki', 'Vault'])
  })

  it('finds the role of the portal only by groups of the primary provider, whose groups it shows', async () => {
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`insert into portal_role_groups (tenant_id, role, group_id)
          values (${acme.id}::uuid, 'security-admin', ${id('partners')}::uuid)`.execute(db),
    )
    const found = (group: string) => mappings('Production', { group: id(group), kind: 'portal-role' })
    expect(await found('partners')).toEqual([])
    expect(shown(await found('admins'))).toEqual([['portal-role', '', 'Security Admin', 'admins chiefs']])
  })

  it('has the ETag with which each mapping is replaced', async () => {
    const { client } = admin.core
    const rows = await mappings('Production')
    const etag = (label: string) => rows.find((row) => row.label === label)?.etag
    const body = { tenantGroups: [part('Main', 'chiefs')] }
    for (const again of [true, false]) {
      const outcomes = [
        await client.call(setAppRoleGroups, { params: appRole(), body, ifMatch: etag('Viewer') }),
        await client.call(setTenantRoleGroups, { params: auditor('Production'), body, ifMatch: etag('Auditor') }),
        await client.call(setApplicationGroups, { params: vault(), body, ifMatch: etag('Vault') }),
      ]
      expect(outcomes.map(({ ok }) => ok)).toEqual([again, again, again])
    }
    const shownEtag = (await mappings('Production')).find(({ kind }) => kind === 'portal-role')?.etag
    const role = await admin.send('/api/portal/admin/portal-roles/security-admin/groups', { method: 'GET' })
    expect(shownEtag).toBe(role.headers.get('etag'))
  })

  it('is paged: 2,000 roles and 10,000 groups are walked with the same few statements for each page', async () => {
    await tenantScope(server.database, acme.id).transaction(async (tx) => {
      const numbered = (kind: number, n: string) =>
        sql`(${`0190000${kind}-0000-7000-8000-`}::text || lpad((${sql.raw(n)})::text, 12, '0'))::uuid`
      await sql`insert into groups (tenant_id, id, identity_provider_id, claim, name)
        select ${acme.id}::uuid, ${numbered(1, 'n')}, ${id('Main')}::uuid, 'g' || n, 'Group ' || n
          from generate_series(1, 10000) n`.execute(tx.db)
      await sql`insert into app_roles (tenant_id, id, environment_id, application_id, name, label)
        select ${acme.id}::uuid, ${numbered(2, 'n')}, ${id('Production')}::uuid, ${id('Billing')}, 'r' || n, 'Role ' || n
          from generate_series(1, 2000) n`.execute(tx.db)
      await sql`insert into app_role_groups (tenant_id, role_id, group_id)
        select ${acme.id}::uuid, ${numbered(2, 'n')}, ${numbered(1, 'n * factor')}
          from generate_series(1, 2000) n, unnest(array[1, 5]) factor`.execute(tx.db)
    })
    const asked: number[] = []
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const seen: string[] = []
    let cursor: string | undefined
    do {
      query.mockClear()
      const params = { envId: id('Production') }
      const page = await value(admin.core.client.call(listMappings, { params, query: { limit: '500', cursor } }))
      asked.push(query.mock.calls.length)
      if (cursor === undefined) expect(page.total).toBe(totalMax)
      seen.push(...page.mappings.map(({ label, groups }) => `${label}: ${groups.length}`))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(2006)
    expect(seen.slice(3, 5)).toEqual(['Role 1: 2', 'Role 2: 2'])
    query.mockRestore()
    expect(Math.max(...asked)).toBeLessThanOrEqual(10)
  })

  it.each(['name', '-name'] as const)(
    'more custom roles than a page holds are on its pages once each, in the order of %s',
    async (sort) => {
      for (let n = 12; n > 0; n -= 1)
        await value(
          admin.core.client.call(createTenantRole, { body: { label: `Custom ${String(n).padStart(2, '0')}` } }),
        )
      const page = (more: { limit: string; cursor?: string | undefined }) =>
        value(admin.core.client.call(listMappings, { params: { envId: id('Production') }, query: { sort, ...more } }))
      const labels = (one: Awaited<ReturnType<typeof page>>) => one.mappings.map(({ label }) => label)
      const whole = labels(await page({ limit: '500' }))
      expect(whole.filter((label) => label.startsWith('Custom '))).toHaveLength(12)
      const forwards: string[] = []
      let last = await page({ limit: '4' })
      for (; ; last = await page({ limit: '4', cursor: last.next ?? undefined })) {
        forwards.push(...labels(last))
        if (last.next === null) break
      }
      expect(forwards).toEqual(whole)
      const backwards = labels(last)
      while (last.previous !== null) {
        last = await page({ limit: '4', cursor: last.previous })
        backwards.unshift(...labels(last))
      }
      expect(backwards).toEqual(whole)
    },
  )
})

describe('what a group is mapped to', () => {
  it('is listed over all environments, portal roles first', async () => {
    const { client } = admin.core
    const uses = async (group: string) => {
      const { mappings: rows } = await value(client.call(listGroupMappings, { params: { id: id(group) } }))
      return rows.map((row) => [row.environmentName ?? '', row.kind, row.appLabel ?? '', row.label])
    }
    expect(await uses('admins')).toEqual([['', 'portal-role', '', 'Security Admin']])
    expect(await uses('staff')).toEqual([
      ['Staging', 'tenant-role', '', 'Auditor'],
      ['Frozen', 'application-role', 'Billing', 'Viewer'],
      ['Frozen', 'application', 'wiki', 'wiki'],
      ['Production', 'application-role', 'Billing', 'Viewer'],
      ['Production', 'application', 'wiki', 'wiki'],
      ['Staging', 'application-role', 'Billing', 'Viewer'],
      ['Staging', 'application', 'wiki', 'wiki'],
    ])
  })

  it('keeps it from being forgotten, also if it is a custom role', async () => {
    const { client } = admin.core
    const kept = await value(client.call(forgetGroups, { params: { id: id('Partners') } }))
    expect(kept).toMatchObject({ forgotten: 0, kept: [{ name: 'partners', mappedTo: ['Auditor (Staging)'] }] })
    await client.call(setTenantRoleGroups, { params: auditor('Staging'), body: { tenantGroups: [] } })
    const forgotten = await value(client.call(forgetGroups, { params: { id: id('Partners') } }))
    expect(forgotten).toEqual({ forgotten: 1, kept: [] })
  })
})

it('a custom role that was just created is mapped at once', async () => {
  const { client } = admin.core
  const { id: roleId } = await value(client.call(createTenantRole, { body: { label: 'Fresh' } }))
  const params = { envId: id('Production'), roleId }
  const body = { tenantGroups: [part('Partners', 'partners')] }
  expect(named(await value(client.call(setTenantRoleGroups, { params, body })))).toEqual([['Partners', ['partners']]])
})
