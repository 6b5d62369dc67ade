import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { TextField } from './text-field.tsx'

function Field({ initial = '', ...rest }: { initial?: string; hint?: string; error?: string }) {
  const [text, setText] = useState(initial)
  return (
    <>
      <TextField label="Name" value={text} onChange={setText} {...rest} />
      <output>{`[${text}]`}</output>
    </>
  )
}

const field = () => page.getByRole('textbox', { name: 'Name', exact: true })

describe('a text field', () => {
  test('is named by its label, and the label focuses it', async () => {
    await draw(<Field />)
    await page.getByText('Name', { exact: true }).click()
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('Invoice importer')
    await expect.element(page.getByRole('status')).toHaveTextContent('[Invoice importer]')
  })

  test('is described by its hint and its error, and is invalid only with an error', async () => {
    await draw(<Field hint="At most 128 characters" />)
    await expect.element(field()).toHaveAccessibleDescription('At most 128 characters')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'false')
    await draw(<Field hint="At most 128 characters" error="A value is required." />)
    const invalid = field().last()
    await expect.element(invalid).toHaveAccessibleDescription('At most 128 characters A value is required.')
    await expect.element(invalid).toHaveAttribute('aria-invalid', 'true')
  })

  test('keeps a space while typing and shows the trimmed text when the focus leaves', async () => {
    await draw(<Field />)
    await field().fill(' Stock sync ')
    await expect.element(field()).toHaveValue(' Stock sync ')
    await userEvent.keyboard('{Tab}')
    await expect.element(field()).toHaveValue('Stock sync')
  })

  test('is as wide as its form, so that long text does not widen the page', async () => {
    await draw(
      <div style={{ inlineSize: '20rem' }}>
        <Field initial={'long'.repeat(200)} error={'word'.repeat(100)} />
      </div>,
    )
    expect(field().element().getBoundingClientRect().width).toBe(320)
  })
})
