import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

afterEach(() => page.viewport(1280, 800))

function Opener({ title = 'Delete this account?', onClose }: { title?: string; onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button>Behind</Button>
      {isOpen && (
        <Dialog
          title={title}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button data-initial-focus="">Delete</Button>
            </>
          }
        >
          This cannot be undone.
        </Dialog>
      )}
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('a dialog', () => {
  test('has its title as its name and focuses the control that is marked', async () => {
    await draw(<Opener />)
    await button('Open').click()
    await expect.element(page.getByRole('dialog', { name: 'Delete this account?' })).toBeVisible()
    await expect.element(button('Delete')).toHaveFocus()
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => button('Cancel').click()],
  ])('closed by %s returns the focus to the control that opened it', async (_, close) => {
    const onClose = vi.fn()
    await draw(<Opener onClose={onClose} />)
    await button('Open').click()
    await close()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(onClose).toHaveBeenCalledOnce()
    await expect.element(button('Open')).toHaveFocus()
  })

  test('is described by what it asks', async () => {
    await draw(<Opener />)
    await button('Open').click()
    await expect.element(page.getByRole('dialog')).toHaveAccessibleDescription('This cannot be undone.')
  })

  test('to be read opens at its beginning, with the focus on its title', async () => {
    await page.viewport(800, 400)
    await draw(
      <Dialog title="POST /Users" isRead actions={<Button>Close</Button>}>
        {Array.from({ length: 60 }, (_, line) => (
          <p key={line}>{line}</p>
        ))}
      </Dialog>,
    )
    const dialog = page.getByRole('dialog')
    await expect.element(page.getByRole('heading', { name: 'POST /Users' })).toHaveFocus()
    expect(dialog.element().scrollTop).toBe(0)
    expect(dialog.element().scrollHeight).toBeGreaterThan(400)
    await expect.element(dialog).not.toHaveAttribute('aria-describedby')
  })

  test('without a way to close it stays open on Escape', async () => {
    await draw(
      <Dialog title="Your session has ended" actions={<Button>Sign in</Button>}>
        Sign in again.
      </Dialog>,
    )
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  test('keeps Tab inside', async () => {
    await draw(<Opener />)
    await button('Open').click()
    for (const _ of [1, 2, 3, 4]) {
      await userEvent.keyboard('{Tab}')
      expect(document.activeElement?.textContent).not.toBe('Behind')
    }
  })

  test('cuts a long title after three lines and fits a narrow window', async () => {
    await page.viewport(320, 640)
    await draw(<Opener title={`Delete ${'a-very-long-name'.repeat(40)}?`} />)
    await button('Open').click()
    const heading = page.getByRole('heading').element()
    const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight)
    expect(heading.clientHeight).toBeLessThanOrEqual(Math.ceil(lineHeight * 3))
    expect(heading.getAttribute('title')).toContain('a-very-long-name')
    const { left, right } = page.getByRole('dialog').element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
  })
})
