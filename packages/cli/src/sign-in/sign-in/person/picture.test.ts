import { expect, test } from 'vitest'

import { pictureOf } from './picture.ts'

test('a terminal that shows only ASCII gets no QR code, which is drawn in blocks', async () => {
  const stderr = { isTTY: true, columns: 80, write: () => undefined }
  const address = 'https://portal.example.com/login/device?user_code=WDJB-MJHT'
  expect(await pictureOf(address, { stderr, env: {} })).toMatch(/[█▀▄]/)
  expect(await pictureOf(address, { stderr, env: {}, isAscii: true })).toBeUndefined()
})
