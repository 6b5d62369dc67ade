import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Pager } from './pager.tsx'
import { draw } from './testing/draw.tsx'

/** Pages 1 to 3. */
function Pages() {
  const [at, setAt] = useState(1)
  return (
    <>
      <output>Page {at}</output>
      <Pager
        label="Pages"
        actions={[
          { label: 'Previous', isPossible: at > 1, go: () => setAt(at - 1) },
          { label: 'Next', isPossible: at < 3, go: () => setAt(at + 1) },
        ]}
      />
    </>
  )
}

const button = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name })

describe('a pager', () => {
  test('turns pages by click and by keyboard', async () => {
    await draw(<Pages />)
    await button('Next').click()
    await expect.element(page.getByText('Page 2')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Page 3')).toBeVisible()
    await button('Previous').click()
    await expect.element(page.getByText('Page 2')).toBeVisible()
  })

  test('keeps the focus on a button that leads no further, which says so and does nothing', async () => {
    await draw(<Pages />)
    await button('Next').click()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(page.getByText('Page 3')).toBeVisible()
    await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Next')).toHaveFocus()
    await expect.element(button('Previous')).not.toHaveAttribute('aria-disabled')
  })

  test('keeps its buttons in place when one of them becomes possible', async () => {
    await draw(<Pages />)
    const before = button('Next').element().getBoundingClientRect().left
    await button('Next').click()
    await expect.element(button('Previous')).not.toHaveAttribute('aria-disabled')
    expect(button('Next').element().getBoundingClientRect().left).toBe(before)
  })
})
