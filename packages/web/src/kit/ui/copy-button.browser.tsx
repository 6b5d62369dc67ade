import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { CopyButton } from './copy-button.tsx'
import { CopyTextButton } from './copy-text-button.tsx'
import { Dialog } from './dialog.tsx'
import { draw } from './testing/draw.tsx'

const urn = 'urn:portico:acme:service-account:0192'
afterEach(() => vi.restoreAllMocks())

const button = () => page.getByRole('button', { name: 'Copy the URN' })
const confirmation = () => page.getByText('Copied')

describe('a copy button', () => {
  test('puts the text on the clipboard and says so to a screen reader', async () => {
    await draw(<CopyButton label="Copy the URN" text={urn} />)
    await button().click()
    await expect.element(confirmation()).toBeInTheDocument()
    expect(confirmation().element().tagName).toBe('OUTPUT')
    expect(await navigator.clipboard.readText()).toBe(urn)
  })

  test('works by keyboard and keeps the focus', async () => {
    await draw(<CopyButton label="Copy the URN" text={`${urn}-2`} />)
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(confirmation()).toBeInTheDocument()
    await expect.element(button()).toHaveFocus()
    expect(await navigator.clipboard.readText()).toBe(`${urn}-2`)
  })

  test.each([false, true])('copies without the clipboard API, in a dialog too: %s', async (isInDialog) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const text = `${urn} ${String(isInDialog)}`
    const part = <CopyButton label="Copy the URN" text={text} />
    await draw(
      isInDialog ? (
        <Dialog title="A dialog" onClose={() => undefined} actions={null}>
          {part}
        </Dialog>
      ) : (
        part
      ),
    )
    await button().click()
    await expect.element(confirmation()).toBeInTheDocument()
    await expect.element(button()).toHaveFocus()
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(document.querySelector('textarea')).toBeNull()
  })

  test('says nothing where the browser refuses both ways', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const copy = vi.spyOn(document, 'execCommand').mockReturnValue(false)
    await draw(<CopyButton label="Copy the URN" text={urn} />)
    await button().click()
    await vi.waitFor(() => expect(copy).toHaveBeenCalledWith('copy'))
    expect(page.getByText('Copied').query()).toBeNull()
  })

  test('with a label copies what is not shown', async () => {
    await draw(<CopyTextButton text="portico service-account list">Copy as a command</CopyTextButton>)
    await page.getByRole('button', { name: 'Copy as a command' }).click()
    await expect.element(confirmation()).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('portico service-account list')
  })
})
