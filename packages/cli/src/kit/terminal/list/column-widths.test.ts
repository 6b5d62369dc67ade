import { expect, it } from 'vitest'

import { columnWidths } from './column-widths.ts'

const heads = ['NAME', 'TYPE', 'STATE', 'DAYS']
const cells = [
  ['Acme Legacy Directory', 'SFDC_SAML', 'on', '1825'],
  ['Acme Sales', 'OIDC', 'primary', ''],
]
const lineOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1))

it('columns are as wide as their content where there is room', () => {
  expect(columnWidths(heads, cells, 100)).toEqual([21, 9, 7, 4])
})

it('the widest column is cut first, and the line is as wide as the window', () => {
  expect(columnWidths(heads, cells, 40)).toEqual([14, 9, 7, 4])
})

it('a sentence is cut before names, and the last column before the first', () => {
  const signIns = [['JN3F-ZV2Z', '18s', 'dana@acme.example', 'The provider says that access was denied.']]
  expect(columnWidths(['CODE', 'AGE', 'USERNAME', 'OUTCOME'], signIns, 52)).toEqual([9, 3, 17, 17])
  const applications = [['Travel and Expenses', 'urn:portico:acme:application:travel', 'no']]
  expect(columnWidths(['NAME', 'URN', 'SINGLE TENANT'], applications, 52)).toEqual([19, 16, 13])
  const launcher = [['Applications', 'Travel and Expenses', 'Approver, Traveller']]
  expect(columnWidths(['SECTION', 'APPLICATION', 'YOUR ROLES'], launcher, 52)).toEqual([12, 19, 17])
})

it('the last columns are left out before the first ones become too narrow to read', () => {
  expect(columnWidths(heads, cells, 36)).toEqual([16, 9, 7])
  expect(columnWidths(heads, cells, 26)).toEqual([15, 9])
  expect(columnWidths(heads, cells, 20)).toEqual([20])
})

it('a line is never wider than the window, and its first column is always there', () => {
  for (let width = 1; width < 120; width++) {
    const widths = columnWidths(heads, cells, width)
    expect(lineOf(widths)).toBeLessThanOrEqual(width)
    expect(widths[0]).toBeGreaterThan(0)
  }
})
