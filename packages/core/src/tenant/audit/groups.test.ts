import { expect, it } from 'vitest'

import type { AuditRow } from './contract.ts'
import { auditGroups } from './groups.ts'

const row = (id: string, minute: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
  actor: { kind: 'operator', id: null, name: 'root' },
  action: 'application.import',
  target: { kind: 'application', id, name: id },
  before: null,
  after: null,
  requestId: 'r',
  address: null,
  ...more,
})
const shown = (...rows: AuditRow[]) => auditGroups(rows).map((group) => group.map(({ id }) => id).join(' '))

it('three neighbouring entries of one action and actor are a group', () => {
  expect(shown(row('c', 2), row('b', 1), row('a', 0))).toEqual(['c b a'])
})

it.each([
  ['two', [row('b', 1), row('a', 0)]],
  ['another action between them', [row('d', 3), row('c', 2), row('x', 2, { action: 'session.begin' }), row('b', 1)]],
  [
    'an actor of another kind',
    [row('c', 2), row('b', 1, { actor: { kind: 'user', id: '1', name: 'root' } }), row('a', 0)],
  ],
  [
    'an operator of another name',
    [row('c', 2), row('b', 1, { actor: { kind: 'operator', id: null, name: 'ops' } }), row('a', 0)],
  ],
  ['more than five minutes between them', [row('c', 20), row('b', 10), row('a', 0)]],
])('%s: each entry is shown', (_, rows) => {
  expect(shown(...rows)).toEqual(rows.map(({ id }) => id))
})
