import type { Mapping } from '@portico/core'
import { expect, it } from 'vitest'

import { headLine, roleName } from './matrix-layout.ts'

const names = ['admins', 'finance', 'staff', 'purchase-approvers', 'hr']
const drawn = (here = 0) =>
  [0, 1, 2].map((line) =>
    headLine(names, { line, lines: 3, columnCells: 4, here, bar: '|' })
      .map(({ text }) => text)
      .join(''),
  )

it('names above the matrix take turns in three lines, each above the sign of its column', () => {
  expect(drawn()).toEqual([' admins      …-approvers', ' |   finance |   hr', ' |   |   staff   |'])
})

it('the name of the column under the cursor is marked, and so is the bar below it', () => {
  const parts = headLine(names, { line: 1, lines: 3, columnCells: 4, here: 0, bar: '|' })
  expect(parts.filter(({ isHere }) => isHere)).toEqual([{ text: '|', isHere: true }])
})

const roleOf = (appLabel: string, label: string) => ({ kind: 'application-role', appLabel, label }) as Mapping

it.each([
  ['General Ledger', 'Approver', 14, 'Gen…: Approver'],
  ['General Ledger', 'Viewer', 14, 'Gener…: Viewer'],
  ['HR', 'Viewer', 14, 'HR: Viewer'],
  ['General Ledger', 'Purchase approver', 14, 'Gen…: Purchas…'],
])('the role %s: %s fits into %i cells as %s, where roles of one application differ', (app, label, cells, shown) => {
  expect(roleName(roleOf(app, label), cells)).toBe(shown)
})
