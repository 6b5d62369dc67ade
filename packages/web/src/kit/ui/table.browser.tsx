import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { CopyableCode } from './copyable-code.tsx'
import { DataTable } from './data-table.tsx'

afterEach(() => page.viewport(1280, 800))

const sorted = vi.fn<(sort: string) => void>()
const urn = `urn:portico:acme:service-account:${'0123456789abcdef'.repeat(6)}`

function Table() {
  return (
    <DataTable
      label="Accounts"
      columns={[
        { id: 'name', label: 'Name', isSortable: true },
        { id: 'urn', label: 'URN' },
        { id: 'menu', label: 'Actions', isUnnamed: true, inCard: 'corner' },
      ]}
      rows={[
        {
          id: 'a1',
          cells: [
            'Invoice importer',
            <CopyableCode key="urn" text={urn} label="Copy the URN of Invoice importer" />,
            <button key="menu" type="button">
              More
            </button>,
          ],
        },
      ]}
      sort="name"
      onSort={sorted}
    />
  )
}

describe('a table', () => {
  test('has a name, and its headings belong to their columns', async () => {
    await draw(<Table />)
    await expect.element(page.getByRole('table', { name: 'Accounts' })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'URN' })).toBeVisible()
  })

  test('says by what it is ordered, and orders by a heading', async () => {
    await draw(<Table />)
    const heading = page.getByRole('columnheader', { name: 'Name' })
    await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
    await heading.getByRole('button').click()
    expect(sorted).toHaveBeenLastCalledWith('-name')
  })

  test.each([390, 320])(
    'has rows as cards at %i px: the name on top, other headings beside their values',
    async (width) => {
      await page.viewport(width, 640)
      await draw(<Table />)
      const [name, value, menu] = page.getByRole('cell').elements()
      if (name === undefined || value === undefined || menu === undefined) throw new Error('The row has three cells.')
      const box = (element: Element) => element.getBoundingClientRect()
      expect(box(value).top).toBeGreaterThanOrEqual(box(name).bottom)
      expect(getComputedStyle(value, '::before').content).toBe('"URN"')
      expect(getComputedStyle(name, '::before').content).toBe('none')
      expect(box(menu).right).toBeLessThanOrEqual(width)
      expect(box(menu).top).toBeLessThan(box(value).top)
      await expect.element(page.getByRole('button', { name: 'Name' })).toBeVisible()
      const frame = page.getByRole('table').element().parentElement
      expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    },
  )

  test('has headings of rows, which look like the other cells', async () => {
    await draw(
      <DataTable
        label="Accounts"
        columns={[
          { id: 'name', label: 'Name', isRowHeading: true },
          { id: 'state', label: 'State' },
        ]}
        rows={[{ id: 'a1', cells: ['Invoice importer', 'Active'] }]}
      />,
    )
    const heading = page.getByRole('rowheader', { name: 'Invoice importer' }).element()
    const cell = page.getByRole('cell', { name: 'Active' }).element()
    for (const property of ['fontSize', 'fontWeight', 'color', 'borderTopWidth', 'paddingLeft'] as const)
      expect(getComputedStyle(heading)[property]).toBe(getComputedStyle(cell)[property])
  })

  test('whose columns are cut is scrolled by the keyboard, under its name', async () => {
    const wide = <div style={{ inlineSize: '60rem' }}>Invoice importer</div>
    await draw(
      <DataTable label="Accounts" columns={[{ id: 'name', label: 'Name' }]} rows={[{ id: 'a1', cells: [wide] }]} />,
    )
    const frame = page.getByRole('group', { name: 'Accounts' })
    await expect.element(page.getByText('Invoice importer')).toBeVisible()
    await expect.element(frame).not.toBeInTheDocument()
    await page.viewport(800, 640)
    await expect.element(frame).toHaveAttribute('tabindex', '0')
    await page.viewport(1280, 640)
    await expect.element(frame).not.toBeInTheDocument()
  })

  test('never makes a narrow page scroll sideways', async () => {
    await page.viewport(320, 640)
    await draw(<Table />)
    const table = page.getByRole('table').element()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(table.parentElement?.clientWidth).toBeLessThanOrEqual(320)
  })

  test('has identifiers in full, from left to right in every language, and copies them', async () => {
    await draw(
      <div dir="rtl">
        <Table />
      </div>,
    )
    const code = page.getByText(urn).element()
    expect(code.textContent).toBe(urn)
    expect(getComputedStyle(code).direction).toBe('ltr')
    const heading = page.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect()
    const other = page.getByRole('columnheader', { name: 'URN' }).element().getBoundingClientRect()
    expect(heading.left).toBeGreaterThan(other.left)
    await expect.element(page.getByRole('button', { name: 'Copy the URN of Invoice importer' })).toBeVisible()
  })
})

test('a text in a cell keeps its own direction on a page that is read from right to left', async () => {
  document.documentElement.dir = 'rtl'
  try {
    await draw(
      <DataTable label="Checks" columns={[{ id: 'a', label: 'A' }]} rows={[{ id: '1', cells: ['CN=Acme (old)!'] }]} />,
    )
    const text = page.getByText('CN=Acme (old)!').element()
    expect([text.tagName, getComputedStyle(text).direction]).toEqual(['BDI', 'ltr'])
  } finally {
    document.documentElement.removeAttribute('dir')
  }
})
