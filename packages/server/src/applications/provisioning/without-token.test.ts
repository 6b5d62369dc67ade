import { expect, it } from 'vitest'

import { withoutToken } from './without-token.ts'

const token = 'prov-SECRET.42/x+y=='
const base64 = (text: string) => Buffer.from(text).toString('base64')

it.each([
  ['plain', `Bad token: Bearer ${token}`, 'Bad token: Bearer …'],
  ['more than once', `${token} is not ${token}`, '… is not …'],
  ['in lower case', token.toLowerCase(), '…'],
  ['URL-encoded', `token=${encodeURIComponent(token)}&x`, 'token=…&x'],
  ['URL-encoded with every sign', 'prov%2dSECRET%2E42%2Fx%2By%3D%3D', '…'],
])('a token that is repeated %s is not shown', (_, text, shown) => {
  expect(withoutToken(token)(text)).toBe(shown)
})

it.each(['', 'a', 'ab', 'user:', 'Bearer '])('nor in Base64 after %j', (before) => {
  for (const after of ['', '!', '!!']) {
    for (const text of [base64(before + token + after), Buffer.from(before + token + after).toString('base64url')]) {
      const shown = withoutToken(token)(`Bad: ${text}.`)
      expect(shown).toMatch(/^Bad: .{0,12}….{0,6}\.$/)
    }
  }
})

it('other text stays', () => {
  const text = 'no such attribute: prov-SECRET (400)'
  expect(withoutToken(token)(text)).toBe(text)
})
