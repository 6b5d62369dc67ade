import { expect, test } from 'vitest'

import { signedOutAtProvider, signedOutWord } from './signed-out.ts'

test.each([
  [signedOutAtProvider, 'signedOut.atProvider'],
  ['/login/signed-out', 'signedOut.message'],
  ['/login/signed-out?provider=other', 'signedOut.message'],
])('%s says %s', (address, word) => {
  expect(signedOutWord(new URL(address, 'https://portal.example').search)).toBe(word)
})
