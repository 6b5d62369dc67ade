import { describe, expect, test } from 'vitest'

import type { MappedGroup, Mapping } from './contract.ts'
import { mappingMatrix } from './matrix.ts'
import { compareMappings, isSame } from './promote.ts'

const group = (name: string, idp = 'main'): MappedGroup => ({ id: `id-${name}`, name, claim: name, idp, idpName: idp })
const [staff, finance, partners] = [group('staff'), group('finance'), group('partners', 'other')]

let serial = 0
function row(kind: Mapping['kind'], name: string, groups: MappedGroup[], more: Partial<Mapping> = {}): Mapping {
  const [appLabel, role = ''] = kind === 'application-role' ? name.split(':') : [name, name]
  const application = kind === 'application-role' || kind === 'application' ? { appId: appLabel, appLabel } : {}
  const id = `row-${(serial += 1)}`
  return {
    id,
    kind,
    ...application,
    roleId: kind === 'tenant-role' ? name : id,
    role: kind === 'application' ? '' : role,
    label: role,
    groups,
    groupCount: groups.length,
    etag: '"1"',
    ...more,
  }
}
const names = (groups: readonly MappedGroup[]) => groups.map(({ name }) => name)

describe('the mappings of two environments', () => {
  test('are compared role by role: application roles by application and word, whose ids differ', () => {
    const from = [
      row('application-role', 'Billing:viewer', [staff, partners]),
      row('application-role', 'Wiki:viewer', [staff]),
    ]
    const to = [
      row('application-role', 'Wiki:viewer', [staff]),
      row('application-role', 'Billing:viewer', [staff, finance]),
    ]
    const { different, sameCount } = compareMappings(from, to)
    expect(different.map(({ from: one, added, removed }) => [one.appLabel, names(added), names(removed)])).toEqual([
      ['Billing', ['partners'], ['finance']],
    ])
    expect([different[0]?.to, sameCount]).toEqual([to[1], 1])
  })

  test('custom roles and applications are compared with themselves, in any order of their groups', () => {
    const from = [row('tenant-role', 'Auditor', [staff, finance]), row('application', 'Vault', [])]
    const to = [row('application', 'Vault', [finance]), row('tenant-role', 'Auditor', [finance, staff])]
    expect(compareMappings(from, to)).toMatchObject({ sameCount: 1, different: [{ added: [], removed: [finance] }] })
  })

  test('a mapped role without a counterpart is named, and one without groups is not', () => {
    const from = [row('application-role', 'Billing:clerk', [staff]), row('application-role', 'Billing:batch', [])]
    const to = [row('application', 'Vault', [staff]), row('application', 'Wiki', [])]
    const { onlyFrom, onlyTo, different } = compareMappings(from, to)
    expect([onlyFrom, onlyTo, different]).toEqual([[from[0]], [to[0]], []])
    expect(isSame(compareMappings(from, to))).toBe(false)
  })

  test('roles of the portal belong to no environment and are left out', () => {
    const portal = (groups: MappedGroup[]) => row('portal-role', 'security-admin', groups)
    expect(isSame(compareMappings([portal([staff])], [portal([])]))).toBe(true)
  })
})

test('a matrix has a column for each mapped group, by provider and name, and a row for each mapping', () => {
  const rows = [
    row('tenant-role', 'Auditor', [staff, partners]),
    row('application', 'Vault', [finance]),
    row('application', 'Wiki', []),
  ]
  const matrix = mappingMatrix(rows)
  expect(names(matrix.groups)).toEqual(['finance', 'staff', 'partners'])
  expect(matrix.rows.map(({ groupIds }) => matrix.groups.map(({ id }) => groupIds.has(id)))).toEqual([
    [false, true, true],
    [true, false, false],
    [false, false, false],
  ])
  expect(names(mappingMatrix(rows, 'other').groups)).toEqual(['partners'])
})
