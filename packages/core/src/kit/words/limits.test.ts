import { expect, it } from 'vitest'

import { createWords, englishMessages } from '../../app/contract.ts'

const words = createWords('en', englishMessages)

it.each([
  ['SERVICE_ACCOUNT_NAME_TOO_LONG', 'A service account name may have at most 128 characters.'],
  ['KEY_TOO_LONG', 'A public key may have at most 2048 characters.'],
  ['FILE_TOO_LARGE', 'A file may have at most 204,800 bytes.'],
  ['KEY_TOO_BIG', 'This RSA key is too big. Portico accepts RSA public keys of up to 8192 bits.'],
] as const)('%s names the limit that the rule holds', (id, sentence) => {
  expect(words.say(id)).toBe(sentence)
  expect(words.find(id)).toBe(sentence)
})

it.each(['fileBytesMax', 'iconBytesMax', 'iconSideMax'])('every sentence groups the digits of %s', (limit) => {
  const plain = Object.entries(englishMessages).filter(([, message]) =>
    JSON.stringify(message).includes(`["${limit}"]`),
  )
  expect(plain.map(([id]) => id)).toEqual([])
})

it('no sentence contains a limit as digits', () => {
  const typed = Object.entries(englishMessages).filter(([, message]) =>
    /\b(128|2048|8192|204,?800)\b/.test([message].flat(Infinity).join(' ')),
  )
  expect(typed.map(([id]) => id)).toEqual([])
})
