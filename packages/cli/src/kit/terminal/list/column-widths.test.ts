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

it('a sentence is cut before names, and the last column before the first', () => {
  const signIns = [['JN3F-ZV2Z', '18s', 'dana@acme.example', 'The provider says that access was denied.']]
  expect(columnWidths(['CODE', 'AGE', 'USERNAME', 'OUTCOME'], signIns, 52)).toEqual([9, 3, 17, 17])
  const applications = [['Travel and Expenses', 'urn:portico:acme:application:travel', 'no']]
  expect(columnWidths(['NAME', 'URN', 'SINGLE TENANT'], applications, 52)).toEqual([19, 21, 8])
  const launcher = [['Applications', 'Travel and Expenses', 'Approver, Traveller']]
  expect(columnWidths(['SECTION', 'APPLICATION', 'YOUR ROLES'], launcher, 52)).toEqual([12, 19, 17])
})

it('width is given up where it is empty: a column without texts first, then a heading over short ones', () => {
  const rows = [
    ['Invoice importer', 'Billing, General Ledger', ''],
    ['Portal automation', 'Portal', ''],
  ]
  expect(columnWidths(['NAME', 'APPLICATIONS', 'LAST USED'], rows, 60)).toEqual([17, 23, 9])
  expect(columnWidths(['NAME', 'APPLICATIONS', 'LAST USED'], rows, 48)).toEqual([17, 23])
  expect(
    columnWidths(
      ['NAME', 'NOTE', 'APPLICATIONS'],
      rows.map(([name = '', apps = '']) => [name, '', apps]),
      44,
    ),
  ).toEqual([17, 0, 23])
  expect(columnWidths(['NAME', 'PROVISIONED', 'STATE'], [['Portal automation', 'no', 'active']], 36)).toEqual([
    17, 9, 6,
  ])
})

it('the last columns are left out, and the first one is cut last', () => {
  expect(columnWidths(heads, cells, 40)).toEqual([20, 9, 7])
  expect(columnWidths(heads, cells, 36)).toEqual([21, 9])
  expect(columnWidths(heads, cells, 26)).toEqual([21])
  expect(columnWidths(heads, cells, 16)).toEqual([16])
})

it.each([
  ['80x24', 80 - 24 - 4, [21, 9, 7, 4]],
  ['40x10', 40 - 4, [21, 9]],
  ['20x5', 20 - 4, [16]],
])('a window of %s', (_, width, widths) => expect(columnWidths(heads, cells, width)).toEqual(widths))

it('a line is never wider than the window, and its first column is always there', () => {
  for (let width = 1; width < 120; width++) {
    const widths = columnWidths(heads, cells, width)
    expect(lineOf(widths)).toBeLessThanOrEqual(width)
    expect(widths[0]).toBeGreaterThan(0)
  }
})
