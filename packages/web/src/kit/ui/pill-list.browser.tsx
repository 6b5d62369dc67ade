import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { Facts } from './facts.tsx'
import { PillList } from './pill-list.tsx'
import { draw } from './testing/draw.tsx'

const names = (count: number) => Array.from({ length: count }, (_, at) => `Accounting department ${at + 1}`)

describe('a list of pills', () => {
  test('shows the first names of a long list, and all of them after a press', async () => {
    await draw(<PillList texts={names(30)} shownMax={10} />)
    await expect.poll(() => page.getByText(/^Accounting/).elements().length).toBe(10)
    await page.getByRole('button', { name: '20 more' }).click()
    expect(page.getByText(/^Accounting/).elements().length).toBe(30)
    expect(page.getByRole('button').elements()).toEqual([])
  })

  test('shows a last name instead of a button for it', async () => {
    await draw(<PillList texts={names(11)} shownMax={10} />)
    await expect.poll(() => page.getByText(/^Accounting/).elements().length).toBe(11)
  })
})

describe('a value of a fact', () => {
  test.each([1280, 390])('that has many parts keeps each of them readable at %i px', async (width) => {
    await page.viewport(width, 800)
    const parts = names(12).map((name) => <p key={name}>{name}</p>)
    await draw(<Facts facts={[{ label: 'Roles', value: parts }]} />)
    await expect.element(page.getByText('Accounting department 12')).toBeVisible()
    const widths = page
      .getByText(/^Accounting/)
      .elements()
      .map((element) => element.getBoundingClientRect().width)
    expect(Math.min(...widths)).toBeGreaterThan(150)
  })
})
