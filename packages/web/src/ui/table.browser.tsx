import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { CopyableCode } from './copyable-code.tsx'
import styles from './table.module.css'

afterEach(() => page.viewport(1280, 800))

const urn = `urn:portico:acme:service-account:${'0123456789abcdef'.repeat(6)}`

function Table() {
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label="Accounts">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">URN</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Invoice importer</td>
            <td>
              <CopyableCode text={urn} label="Copy the URN of Invoice importer" />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

describe('a table', () => {
  test('has a name, and its headings belong to their columns', async () => {
    await draw(<Table />)
    await expect.element(page.getByRole('table', { name: 'Accounts' })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'URN' })).toBeVisible()
  })

  test('scrolls by itself, so that a narrow page does not', async () => {
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
