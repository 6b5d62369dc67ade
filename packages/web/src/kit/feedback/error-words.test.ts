import { createWords, englishMessages, type WordId } from '@portico/core'
import { expect, test } from 'vitest'

import { errorWords, readAction, readReason, readReference } from './error-words.ts'

const english = createWords('en', englishMessages)
const say = (id: WordId | undefined) => id && english.say(id)

test.each([
  ['401', 'We need you to sign in before viewing this.', 'login'],
  ['403', "Your company's data security is restricting your access to this.", 'back'],
  ['UNEXPECTED', "Sorry, we didn't expect that.", 'login'],
  ['CONFIG_TOKEN_ERROR', 'Unauthenticated', 'login'],
])('%s says the sentence of the specification', (error, sentence, firstLink) => {
  const words = errorWords(error)
  expect(say(words.title)).toBe(sentence)
  expect(words.links[0]).toBe(firstLink)
})

test.each([
  ['401', 'You may have been signed out due to inactivity.'],
  ['403', 'Try another product, or ask an administrator.'],
  ['500', 'There is a problem on the system. Wait a while, then try again.'],
  ['CONFIG_TOKEN_ERROR', 'Contact support.'],
])('%s says what to do: %s', (error, help) => {
  expect(say(errorWords(error).help)).toBe(help)
})

test.each(['AUTH-001001', 'INVALID_USER_ID'])('%s asks to check the username', (error) => {
  expect(errorWords(error).help).toBe('error.username.help')
})

test.each(['', 'toString', '__proto__', 'login.title', '<script>'])('%j is an unexpected error', (error) => {
  expect(errorWords(error).title).toBe('error.unexpected.title')
})

test('an expired certificate says so below the title of a problem with the provider', () => {
  expect(errorWords('IDP_CERT_EXPIRED')).toMatchObject({ title: 'error.idp.title', help: 'IDP_CERT_EXPIRED' })
})

test.each(['K7QF-2M9X', '0192f0c1-5b6e-7c3a-9d2e-3f4a5b6c7d8e'])('%s is shown as a code', (text) => {
  expect(readReference(text)).toBe(text)
})

test.each([null, '', 'call 0800 123456', 'K7QF2M9X?', '<b>', 'a'.repeat(65)])('%j is not', (text) => {
  expect(readReference(text)).toBeUndefined()
})

test.each([
  ['403', 'Forbidden', 'Forbidden'],
  ['403', 'forbidden', undefined],
  ['403', 'Not Found', undefined],
  ['403', 'Call 0800 123456 to unlock your account', undefined],
  ['Forbidden', 'Forbidden', undefined],
  ['toString', 'Forbidden', undefined],
  ['403', null, undefined],
])('the error %s with the action %j shows %j', (error, action, shown) => {
  expect(readAction(error, action)).toBe(shown)
})

test.each([
  ['403', 'SUPPORT_REQUIRED', 'SUPPORT_REQUIRED'],
  ['403', 'SECURITY_ADMIN_REQUIRED', 'SECURITY_ADMIN_REQUIRED'],
  ['403', 'SUPPORT_NEVER', 'SUPPORT_NEVER'],
  ['500', 'SUPPORT_REQUIRED', undefined],
  ['403', 'FORBIDDEN', undefined],
  ['403', 'Call 0800 123456', undefined],
  ['403', null, undefined],
])('the error %s with the reason %j shows %j', (error, reason, shown) => {
  expect(readReason(error, reason)).toBe(shown)
})
