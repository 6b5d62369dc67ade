import { createUploadForm, type HttpAnswer, type HttpRequest } from '@portico/core'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { answer, draw } from './testing/draw.tsx'
import { dropFile } from './testing/drop-file.ts'
import { UploadDialog } from './upload-dialog.tsx'

const pem = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n'
const reply = { publicKey: pem, notAfter: null, certificate: null }

async function open(send: (request: HttpRequest) => Promise<HttpAnswer> = () => Promise.resolve(answer(200, reply))) {
  const onTaken = vi.fn()
  const onClose = vi.fn()
  await draw(
    (core) => (
      <UploadDialog
        title="Upload a key"
        help="A certificate."
        upload={createUploadForm(core, onTaken)}
        onClose={onClose}
      />
    ),
    { send },
  )
  return { onTaken, onClose }
}

const input = () => page.getByLabelText(/file/i).first()
const confirm = () => page.getByRole('dialog').getByRole('button').last()
const file = (bytes: number, name = 'key.pem') => new File(['x'.repeat(bytes)], name)

describe('the upload dialog', () => {
  test('is 600 pixels wide, focuses its file field, and cannot be confirmed without a file', async () => {
    const { onTaken } = await open()
    expect(page.getByRole('dialog').element().getBoundingClientRect().width).toBe(600)
    await expect.element(input()).toHaveFocus()
    await expect.element(confirm()).toHaveAttribute('aria-disabled', 'true')
    await confirm().click({ force: true })
    expect(onTaken).not.toHaveBeenCalled()
  })

  test('names the chosen file, takes the key of the answer and closes', async () => {
    const { onTaken, onClose } = await open()
    await userEvent.upload(input(), file(100))
    await expect.element(page.getByText('key.pem')).toBeVisible()
    await confirm().click()
    await vi.waitFor(() => expect(onTaken).toHaveBeenCalledWith(expect.objectContaining({ publicKey: pem })))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('sends nothing of a file over 204800 bytes, and says so', async () => {
    const send = vi.fn(() => Promise.resolve(answer(200, reply)))
    const { onTaken } = await open(send)
    await userEvent.upload(input(), file(204_801))
    await confirm().click()
    await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement()
    await expect.element(input()).toHaveAttribute('aria-invalid', 'true')
    expect(send).not.toHaveBeenCalled()
    expect(onTaken).not.toHaveBeenCalled()
    // Another file makes the sentence go.
    await userEvent.upload(input(), file(204_800))
    await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
  })

  test('stays open with the server’s sentence for a file without a key', async () => {
    const details = [{ errorID: 'KEY_UNREADABLE', errorMessage: 'There is no key in it.', fieldID: 'file' }]
    const { onTaken, onClose } = await open(() =>
      Promise.resolve(answer(400, { errorID: 'INVALID_REQUEST', errorMessage: 'Not valid.', details })),
    )
    await userEvent.upload(input(), file(10))
    await confirm().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is no key in it.')
    expect(onTaken).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('takes a file that is dropped on it from the desktop', async () => {
    const { onTaken } = await open()
    await dropFile(input().element(), 'src/kit/ui/portico.svg')
    await expect.element(page.getByText('portico.svg')).toBeVisible()
    await confirm().click()
    await vi.waitFor(() => expect(onTaken).toHaveBeenCalledOnce())
  })

  test('has its file field over the whole place, so that a browser takes a file dropped anywhere on it', async () => {
    await open()
    const field = input().element()
    const { left, right, top, bottom } = (field.parentElement ?? field).getBoundingClientRect()
    const inset = 8
    for (const x of [left + inset, (left + right) / 2, right - inset])
      for (const y of [top + inset, (top + bottom) / 2, bottom - inset])
        expect(document.elementFromPoint(x, y)).toBe(field)
  })

  test('cuts no long file name off and stays inside its width', async () => {
    await open()
    await userEvent.upload(input(), file(10, `${'certificate'.repeat(20)}.pem`))
    const name = page.getByText(/^certificatecert/).element()
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
    expect(page.getByRole('dialog').element().getBoundingClientRect().width).toBe(600)
  })
})
