import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { Pill } from './pill.tsx'
import { draw } from './testing/draw.tsx'

afterEach(() => page.viewport(1280, 800))

test.each([
  ['ltr', 'Dry run: nothing was changed'],
  ['rtl', 'تشغيل تجريبي: لم يتغيّر شيء'],
])('a sentence in a pill is whole on a small window, %s', async (dir, sentence) => {
  await page.viewport(320, 640)
  await draw(
    <div dir={dir} style={{ inlineSize: '8rem' }}>
      <Pill tone="warning">{sentence}</Pill>
    </div>,
  )
  const pill = page.getByText(sentence).element()
  expect(pill.scrollWidth).toBeLessThanOrEqual(pill.clientWidth)
  expect(pill.getBoundingClientRect().width).toBeLessThanOrEqual(128)
})
