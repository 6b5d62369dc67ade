import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { TextArea } from './text-area.tsx'

function Area({ initial = '', error }: { initial?: string; error?: string }) {
  const [text, setText] = useState(initial)
  return <TextArea label="Public key 1" value={text} onChange={setText} error={error} />
}

const area = () => page.getByRole('textbox', { name: 'Public key 1' })

describe('a text area', () => {
  test('shows the trimmed text when the focus leaves, line ends inside kept', async () => {
    await draw(<Area />)
    await area().fill('\n-----BEGIN-----\nMIIB\n-----END-----\n\n')
    await userEvent.keyboard('{Tab}')
    await expect.element(area()).toHaveValue('-----BEGIN-----\nMIIB\n-----END-----')
  })

  test('is described by its error', async () => {
    await draw(<Area error="This is not a public key in PEM format." />)
    await expect.element(area()).toHaveAccessibleDescription('This is not a public key in PEM format.')
    await expect.element(area()).toHaveAttribute('aria-invalid', 'true')
  })

  test('reads from left to right in every language and breaks a line of any length', async () => {
    await draw(
      <div dir="rtl" style={{ inlineSize: '20rem' }}>
        <Area initial={'MIIB'.repeat(500)} />
      </div>,
    )
    const element = area().element()
    expect(getComputedStyle(element).direction).toBe('ltr')
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
    expect(element.getBoundingClientRect().width).toBe(320)
  })
})
