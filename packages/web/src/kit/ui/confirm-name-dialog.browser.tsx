import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { ConfirmNameDialog } from './confirm-name-dialog.tsx'
import { draw } from './testing/draw.tsx'

async function open() {
  const onConfirm = vi.fn()
  await draw(
    <ConfirmNameDialog
      title="Delete Invoice importer?"
      message="Deletion is irreversible."
      name="Invoice importer"
      confirmLabel="Delete"
      isBusy={false}
      onConfirm={onConfirm}
      onClose={() => undefined}
    />,
  )
  return onConfirm
}

const confirm = () => page.getByRole('button', { name: 'Delete' })

describe('the dialog that asks for a name', () => {
  test('starts in its field and confirms only when the whole name is typed', async () => {
    const onConfirm = await open()
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('Invoice{Enter}')
    await confirm().click({ force: true })
    expect(onConfirm).not.toHaveBeenCalled()
    await expect.element(confirm()).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('textbox').fill('Invoice importer ')
    await confirm().click()
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test('confirms by Enter in its field', async () => {
    const onConfirm = await open()
    await userEvent.keyboard('Invoice importer{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})
