import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { getTenantRoleGroups, setTenantRoleGroups, type MappedGroup, type Mapping } from './contract.ts'
import { createMappingPlan, createPromotion } from './plan.ts'
import { compareMappings } from './promote.ts'

const group = (name: string): MappedGroup => ({ id: `id-${name}`, name, claim: name, idp: 'main', idpName: 'Main' })
const [admins, staff, finance] = [group('admins'), group('staff'), group('finance')]
const reply = (...groups: MappedGroup[]) => ({
  tenantGroups: [{ idp: 'main', idpName: 'Main', groups: groups.map(({ id, name, claim }) => ({ id, name, claim })) }],
})
const row = (label: string, groups: MappedGroup[], kind: Mapping['kind'] = 'tenant-role'): Mapping => ({
  id: `id-${label}`,
  kind,
  roleId: `id-${label}`,
  role: label,
  label,
  groups,
  groupCount: groups.length,
  etag: `"${label}"`,
})
const [auditor, lead] = [row('Auditor', [staff]), row('Lead', [admins])]
const saved = (...groups: MappedGroup[]): Answer => ({
  endpoint: setTenantRoleGroups,
  etag: '"new"',
  body: reply(...groups),
})
const stale: Answer = {
  endpoint: setTenantRoleGroups,
  status: 412,
  body: { errorID: 'STALE', errorMessage: 'Changed.' },
}

function coreWith(answers: readonly Answer[]) {
  const http = answeringPort(answers)
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  return { core, http }
}
const open = (answers: readonly Answer[], readonly = false) => {
  const { core, http } = coreWith(answers)
  return { core, http, plan: createMappingPlan(core, { id: 'env', name: 'Production', readonly }) }
}
const bodies = (http: ReturnType<typeof answeringPort>) =>
  http.sent
    .filter(({ method }) => method === 'PUT')
    .map(({ headers, body }) => [headers?.['If-Match'], JSON.parse(body as string).tenantGroups[0]?.groups])

test('cells of several mappings are saved together, each under the ETag of its row, and success is reported once', async () => {
  const { core, http, plan } = open([saved(staff, finance), saved()])
  plan.toggle(auditor, finance)
  plan.toggle(lead, admins)
  expect(plan.changes()).toMatchObject([
    { label: 'Auditor', removed: [], added: ['finance'] },
    { label: 'Lead', removed: ['admins'], added: [] },
  ])
  expect(await plan.apply()).toBe(true)
  expect(bodies(http)).toEqual([
    ['"Auditor"', ['id-staff', 'id-finance']],
    ['"Lead"', undefined],
  ])
  expect(core.feedback.getState().success?.message).toBe('2 mappings were saved.')
  expect([plan.guard.hasChanges(), plan.changes()]).toEqual([false, []])
  plan.forgetSaved()
  expect(plan.getState().steps).toEqual([])
})

test('a cell that is toggled back changes nothing', () => {
  const { plan } = open([])
  plan.toggle(auditor, finance)
  plan.toggle(auditor, finance)
  expect([plan.getState().steps, plan.guard.hasChanges()]).toEqual([[], false])
})

test('a mapping that changed meanwhile is not replaced, and saving stops there', async () => {
  const { http, plan } = open([saved(staff, finance), stale])
  plan.toggle(auditor, finance)
  plan.toggle(lead, staff)
  plan.toggle(row('Third', []), staff)
  expect(await plan.apply()).toBe(false)
  expect(plan.getState().steps.map(({ state }) => state)).toEqual(['saved', 'stale', 'planned'])
  expect(http.sent).toHaveLength(2)
})

test('after reading again, the changes are on top of the newer mapping, and the rest is saved', async () => {
  const newer: Answer = { endpoint: getTenantRoleGroups, etag: '"newer"', body: reply(admins, finance) }
  const { http, plan } = open([stale, newer, saved(admins, finance, staff)])
  plan.toggle(lead, staff)
  await plan.apply()
  await plan.readAgain()
  expect(plan.getState().steps).toMatchObject([{ state: 'planned', added: [{ name: 'staff' }], removed: [] }])
  expect(await plan.apply()).toBe(true)
  expect(bodies(http).at(-1)).toEqual(['"newer"', ['id-admins', 'id-finance', 'id-staff']])
})

test('nothing is changed in a read-only environment, nor the role of the portal in any', () => {
  const { plan } = open([], true)
  plan.toggle(auditor, finance)
  expect([plan.getState().steps, plan.refusal(auditor)]).toEqual([[], 'readonly'])
  const portal = row('Security Admin', [admins], 'portal-role')
  const other = open([]).plan
  other.toggle(portal, staff)
  expect([other.getState().steps, other.refusal(portal), other.refusal(auditor)]).toEqual([
    [],
    'portal-role',
    undefined,
  ])
})

test('a mapping takes at most 200 groups: it is not sent, and the step says why', async () => {
  const { http, plan } = open([])
  plan.replace(
    auditor,
    Array.from({ length: 201 }, (_, at) => group(`g${at}`)),
  )
  expect(await plan.apply()).toBe(false)
  expect(http.sent).toEqual([])
  expect(plan.getState().steps[0]).toMatchObject({ state: 'failed', reason: expect.stringMatching(/\S/) })
})

test('a promotion plans the mappings that differ, with the ETags of the environment that they are promoted to', async () => {
  const { core, http } = coreWith([saved(staff, finance)])
  const to = [{ ...auditor, etag: '"to"' }, lead]
  const compared = compareMappings([{ ...auditor, groups: [finance, staff] }, lead, row('Only here', [staff])], to)
  const plan = createPromotion(core, { id: 'env', name: 'Production', readonly: false }, compared)
  expect(plan.changes()).toMatchObject([{ label: 'Auditor', added: ['finance'], removed: [] }])
  expect(await plan.apply()).toBe(true)
  expect(http.sent[0]?.path).toContain('/environments/env/')
  expect(bodies(http)).toEqual([['"to"', ['id-finance', 'id-staff']]])
})
