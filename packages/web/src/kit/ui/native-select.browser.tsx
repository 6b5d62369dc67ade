import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { NativeSelect } from './native-select.tsx'

const options = ['RS256', { value: 'PS256', label: 'PS256 (stronger padding)' }, 'ES256']

function Select(properties: { hint?: string; error?: string }) {
  const [value, setValue] = useState('RS256')
  return <NativeSelect label="Signature" value={value} options={options} onChange={setValue} {...properties} />
}

const select = () => page.getByRole('combobox', { name: 'Signature' })

describe('a select', () => {
  test('is named by its label and changed by the arrow keys', async () => {
    await draw(<Select />)
    await page.getByText('Signature').click()
    await expect.element(select()).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(select()).toHaveValue('PS256')
    await expect.element(select()).toHaveDisplayValue('PS256 (stronger padding)')
  })

  test('is described by its hint and its error', async () => {
    await draw(<Select hint="As the provider signs" error="This value is not valid." />)
    await expect.element(select()).toHaveAccessibleDescription('As the provider signs This value is not valid.')
    await expect.element(select()).toHaveAttribute('aria-invalid', 'true')
  })
})
