import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { derivedGuid, type Simulator, startSimulator } from '../index.ts'
import { application, dana, directory, tenantId } from '../testing/azure.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'

let simulator: Simulator
beforeAll(async () => {
  const further = { tenantId: '99999999-7a52-4b1e-9d0a-5b6d1f2e3a4b', domains: ['closed.example'] }
  const providers = [
    directory(),
    directory({ id: 'entra1', version: 1 }),
    directory({ id: 'closed', ...further, graphPermission: false }),
  ]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(() => simulator.stop())
beforeEach(() => void simulator.azureControl('entra2').reset())

const oid = derivedGuid(tenantId, 'user', dana.username)
const sales = derivedGuid(tenantId, 'group', 'Sales')
const emea = '11111111-2222-4333-8444-555555555555'
const graph = (path: string, body?: unknown, headers?: Record<string, string>) =>
  application(simulator, 2).graph(path, body, headers)
const names = (value: unknown[] | undefined) =>
  (value ?? []).map((each) => (each as { displayName: string }).displayName)

/** Follows nextLink to the end. */
async function everyPage(path: string): Promise<{ value: unknown[]; pages: number }> {
  const value: unknown[] = []
  let pages = 0
  for (let next: string | undefined = path; next !== undefined; pages += 1) {
    const { body } = await graph(next)
    value.push(...(body.value ?? []))
    next = body['@odata.nextLink']
  }
  return { value, pages }
}

test.each([1, 2] as const)('an application of version %i reads a person’s groups', async (version) => {
  const app = application(simulator, version)
  const all = await app.graph(`/users/${oid}/getMemberGroups`, { securityEnabledOnly: false })
  expect(all).toMatchObject({ status: 200, body: { value: [sales, emea] } })
  const other = '00000000-0000-4000-8000-000000000000'
  const some = await app.graph(`/users/${oid}/checkMemberGroups`, { groupIds: [other, sales] })
  expect(some.body.value).toEqual([sales])
})

test('checkMemberGroups takes twenty ids at most', async () => {
  const ids = Array.from({ length: 21 }, (_, index) => derivedGuid(tenantId, 'group', String(index)))
  const { status, body } = await graph(`/users/${oid}/checkMemberGroups`, { groupIds: ids })
  expect([status, body.error?.code]).toEqual([400, 'Request_BadRequest'])
})

test('groups are found by the start of their names, in any case, and contain the selected fields', async () => {
  const found = await graph("/groups?$filter=startswith(displayName,'sales')&$select=id,displayName")
  expect(found.body.value).toEqual([
    { id: sales, displayName: 'Sales' },
    { id: emea, displayName: 'Sales EMEA' },
  ])
  expect(names((await graph("/groups?$filter=startswith(displayName,'O''N')")).body.value)).toEqual(["O'Neill"])
  expect(names((await graph(`/groups?$filter=id in ('${emea}')`)).body.value)).toEqual(['Sales EMEA'])
  expect((await graph("/groups?$filter=endswith(displayName,'x')")).body.error?.code).toBe('Request_UnsupportedQuery')
  expect((await graph(`/groups/${emea}`)).body['displayName']).toBe('Sales EMEA')
  expect((await graph('/groups/nothing')).status).toBe(404)
  const byIds = await graph('/directoryObjects/getByIds', { ids: [sales], types: ['group'] })
  expect(names(byIds.body.value)).toEqual(['Sales'])
})

test('pages follow each other over nextLink, each group once', async () => {
  simulator.azureControl('entra2').set({ manyGroups: true })
  const { value, pages } = await everyPage('/groups?$select=displayName&$top=100')
  expect(pages).toBe(3)
  expect(new Set(names(value)).size).toBe(253)
})

test('hugeGroups: too many for getMemberGroups, not for transitiveMemberOf', async () => {
  simulator.azureControl('entra2').set({ hugeGroups: true })
  const refused = await graph(`/users/${oid}/getMemberGroups`, { securityEnabledOnly: true })
  expect([refused.status, refused.body.error?.code]).toEqual([400, 'Directory_ResultSizeLimitExceeded'])
  const path = `/users/${oid}/transitiveMemberOf/microsoft.graph.group`
  const { value, pages } = await everyPage(`${path}?$select=id&$top=999`)
  expect([value.length, pages]).toEqual([12_002, 13])
})

test('filters on memberships are advanced queries', async () => {
  const path = `/users/${oid}/transitiveMemberOf/microsoft.graph.group?$filter=startswith(displayName,'Sales E')`
  expect((await graph(path)).status).toBe(400)
  const { body } = await graph(`${path}&$count=true`, undefined, { consistencylevel: 'eventual' })
  expect([names(body.value), body['@odata.count']]).toEqual([['Sales EMEA'], 1])
})

describe('without permission', () => {
  const denied = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } }

  test('without admin consent', async () => {
    simulator.azureControl('entra2').set({ noGraphPermission: true })
    expect(await graph(`/users/${oid}/getMemberGroups`, { securityEnabledOnly: false })).toMatchObject(denied)
    expect(await application(simulator, 2, 'closed.example').graph('/groups')).toMatchObject(denied)
  })

  test('with a token of a person, who may see their own record', async () => {
    const { access_token } = await application(simulator, 2).signIn()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await fetch(`${simulator.azure.graph}/v1.0/groups`, { headers })).status).toBe(403)
    expect(await (await fetch(`${simulator.azure.graph}/v1.0/me`, { headers })).json()).toMatchObject({ id: oid })
    const said = await fetch(`${simulator.azure.graph}/oidc/userinfo`, { headers })
    expect(await said.json()).toMatchObject({ name: 'Dana Scully', given_name: 'Dana' })
  })

  test('without a token', async () => {
    const answer = await fetch(`${simulator.azure.graph}/v1.0/groups`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } })
  })

  test('for another resource, or a scope without .default', async () => {
    const app = application(simulator, 2)
    const ask = async (scope: string) => (await app.token({ grant_type: 'client_credentials', scope })).json()
    expect(await ask('https://elsewhere.example/.default')).toMatchObject({ error: 'invalid_resource' })
    expect(await ask('User.Read.All')).toMatchObject({ error: 'invalid_scope', error_codes: [1002012] })
  })
})

test('an unknown id is 404; a call without its flag and an unknown one are 400', async () => {
  const nobody = await graph('/users/nobody@acme.example/getMemberGroups', { securityEnabledOnly: false })
  expect([nobody.status, nobody.body.error?.code]).toEqual([404, 'Request_ResourceNotFound'])
  expect((await graph(`/users/${oid}/getMemberGroups`, {})).status).toBe(400)
  expect((await graph('/planets')).status).toBe(400)
})

test('graphDown is 503, graphSlow takes its time', async () => {
  simulator.azureControl('entra2').set({ graphDown: true })
  expect((await graph('/groups')).status).toBe(503)
  simulator.azureControl('entra2').set({ graphDown: false, graphSlow: 0.3 })
  const before = performance.now()
  await graph('/groups')
  expect(performance.now() - before).toBeGreaterThanOrEqual(295)
})
