import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Banners } from '../feedback/banners.tsx'
import { draw } from './testing/draw.tsx'
import { Banner } from './banner.tsx'

afterEach(() => page.viewport(1280, 800))

describe('a banner', () => {
  test('opens its details by mouse and by keyboard, and names its hint', async () => {
    const onOpen = vi.fn()
    await draw(
      <Banner tone="danger" title="Not saved." hint="Click here to view more details" onOpen={onOpen}>
        Try again.
      </Banner>,
    )
    const opener = page.getByRole('button', { name: /Not saved\..*Click here to view more details/ })
    await opener.click()
    await userEvent.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  test('without details is text and no button', async () => {
    await draw(<Banner tone="plain" title="Saved." />)
    await expect.element(page.getByText('Saved.')).toBeVisible()
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })

  test('is closed by a button with a name', async () => {
    const onClose = vi.fn()
    await draw(<Banner tone="warning" title="Old browser." onClose={onClose} />)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('breaks a word of any length at 320 pixels', async () => {
    await page.viewport(320, 640)
    await draw(<Banner tone="danger" title={'unbroken'.repeat(60)} onClose={() => undefined} />)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
})

test('a banner in a page is a card, and one at the foot of the window is as wide as the window', async () => {
  await draw(<Banner tone="danger" title="Not saved." />)
  const card = getComputedStyle(page.getByText('Not saved.').element().closest('[class*=banner-root]') ?? document.body)
  expect(card.borderRadius).not.toBe('0px')
  expect(card.paddingInlineStart).toBe('16px')
})

describe('the message of a success', () => {
  test('is announced, is in a corner above the foot of the page, and closes', async () => {
    const core = await draw(<Banners />)
    core.feedback.openSuccess('The service account was saved.')
    const text = page.getByText('The service account was saved.')
    await expect.element(text).toBeVisible()
    expect(text.element().closest('[aria-live="polite"]')).not.toBeNull()
    const { width, bottom } = text.element().getBoundingClientRect()
    expect(width).toBeLessThan(window.innerWidth / 2)
    expect(bottom).toBeLessThanOrEqual(window.innerHeight)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(text).not.toBeInTheDocument()
  })
})
