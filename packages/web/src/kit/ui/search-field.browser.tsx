import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { SearchField } from './search-field.tsx'

function Search() {
  const [text, setText] = useState('')
  return <SearchField label="Search accounts" clearLabel="Clear the search" text={text} onChange={setText} />
}

const input = () => page.getByRole('textbox', { name: 'Search accounts' })
const clear = () => page.getByRole('button', { name: 'Clear the search' })

describe('a search field', () => {
  test('has a name and is in a search region', async () => {
    await draw(<Search />)
    await expect.element(input()).toBeVisible()
    expect(input().element().closest('search')).not.toBeNull()
  })

  test('is cleared by Escape and keeps the focus', async () => {
    await draw(<Search />)
    await input().fill('invoice')
    await userEvent.keyboard('{Escape}')
    await expect.element(input()).toHaveValue('')
    await expect.element(input()).toHaveFocus()
  })

  test('shows its button only with text; the button clears and returns the focus', async () => {
    await draw(<Search />)
    await expect.element(clear()).not.toBeInTheDocument()
    await input().fill('invoice')
    await clear().click()
    await expect.element(input()).toHaveValue('')
    await expect.element(input()).toHaveFocus()
    await expect.element(clear()).not.toBeInTheDocument()
  })

  test.each(['ltr', 'rtl'])('covers no text with its icons in the direction %s', async (dir) => {
    await draw(
      <div dir={dir}>
        <Search />
      </div>,
    )
    await input().fill('invoice')
    const field = input().element()
    const { left, right } = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    const icon = field.previousElementSibling?.getBoundingClientRect()
    const button = clear().element().getBoundingClientRect()
    const [first, last] = dir === 'ltr' ? [icon, button] : [button, icon]
    expect(first?.right).toBeLessThanOrEqual(left + Number.parseFloat(paddingLeft))
    expect(last?.left).toBeGreaterThanOrEqual(right - Number.parseFloat(paddingRight))
  })
})
