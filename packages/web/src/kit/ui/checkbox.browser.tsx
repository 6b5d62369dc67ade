import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { Checkbox } from './checkbox.tsx'

function Box(properties: { hint?: string; error?: string; disabled?: boolean }) {
  const [isChecked, setChecked] = useState(false)
  return <Checkbox label="Allow support access" isChecked={isChecked} onChange={setChecked} {...properties} />
}

const box = () => page.getByRole('checkbox', { name: 'Allow support access' })

describe('a checkbox', () => {
  test('is ticked by its label and by Space', async () => {
    await draw(<Box />)
    await page.getByText('Allow support access').click()
    await expect.element(box()).toBeChecked()
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(box()).not.toBeChecked()
  })

  test('is described by its hint and its error', async () => {
    await draw(<Box hint="For support people" error="Choose one." />)
    await expect.element(box()).toHaveAccessibleDescription('For support people Choose one.')
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true')
  })

  test('stays as it is while it is disabled', async () => {
    await draw(<Box disabled />)
    await page.getByText('Allow support access').click({ force: true })
    await expect.element(box()).not.toBeChecked()
  })

  test('is before its label in the reading direction', async () => {
    await draw(
      <div dir="rtl">
        <Box />
      </div>,
    )
    const text = page.getByText('Allow support access').element().getBoundingClientRect()
    expect(box().element().getBoundingClientRect().left).toBeGreaterThan(text.right)
  })
})
