import { describe, expect, it, test } from 'vitest'

import { createWords, englishMessages } from '../../app/contract.ts'
import { acceptedRanges, directionOf, knownLanguage, languageOf, languages } from './languages.ts'
import { pseudoMessages } from './pseudo.ts'
import { allTranslated } from './translations.ts'

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_de.UTF-8', 'de'],
  ['de_DE@euro', 'de'],
  ['ar-EG', 'ar'],
  ['en-GB', 'en'],
  ['en-xa', 'en-XA'],
  ['C', undefined],
  ['POSIX', undefined],
  ['den', undefined],
  ['*', undefined],
  ['', undefined],
])('the range %s is the language %s', (range, language) => {
  expect(knownLanguage(range)).toBe(language)
})

it.each([
  ['fr, de;q=0.5, en;q=0.8', 'en'],
  ['de-CH, en;q=0.9', 'de'],
  ['en;q=0.1, ar;q=0.9', 'ar'],
  ['de;q=0, ar;q=0.1', 'ar'],
  ['de;q=2', 'en'],
  ['fr', 'en'],
  ['', 'en'],
  ['*', 'en'],
])('Accept-Language "%s" is answered in %s', (field, language) => {
  expect(languageOf(acceptedRanges(field))).toBe(language)
})

test('only Arabic is written from right to left', () => {
  expect(languages.filter((one) => directionOf(one) === 'rtl')).toEqual(['ar'])
})

describe('the pseudo-locale', () => {
  const words = createWords('en-XA', pseudoMessages(englishMessages))

  it('keeps the placeholders, and marks the ends of each sentence', () => {
    expect(words.say('form.save')).toMatch(/^\[Šáṽé·+\]$/)
    expect(words.say('launcher.count', { count: 3 })).toBe('[3 áƥƥĺíçáťíóñš]')
    expect(words.say('launcher.hello', { name: 'Ada' })).toContain('Ada')
  })

  it('has every sentence', () => {
    expect(Object.keys(words.messages).toSorted()).toEqual(Object.keys(englishMessages).toSorted())
  })
})

it.each(['de', 'ar'] as const)('numbers in %s have the digits of ids and times', async (language) => {
  const words = createWords(language, await allTranslated(language))
  expect(words.say('TOO_MANY_REQUESTS', { seconds: 1234 })).toMatch(/1.?234/)
})

test.each([
  ['en', ['en-GB', 'de-DE'], '29 Nov 2026'],
  ['en', ['de-DE', 'en-GB'], '29 Nov 2026'],
  ['en', ['de-DE'], 'Nov 29, 2026'],
  ['en', [], 'Nov 29, 2026'],
  ['de', ['de-AT', 'en-GB'], '29.11.2026'],
])('dates of a page in %s, read by a person who prefers %j, are like %s', (locale, languages, expected) => {
  const words = createWords(locale, englishMessages, languages)
  for (const one of [words, words.with({}), words.of(locale, englishMessages)]) {
    const day = new Intl.DateTimeFormat(one.formatLocale, { dateStyle: 'medium', timeZone: 'UTC' })
    expect(day.format(new Date('2026-11-29T12:00:00Z'))).toBe(expected)
  }
})

test('Arabic pages have the digits of ids and ports, in every region', () => {
  for (const languages of [[], ['ar-EG'], ['ar']]) {
    const { formatLocale } = createWords('ar', englishMessages, languages)
    expect(new Intl.NumberFormat(formatLocale).format(2026)).toMatch(/^2.?026$/)
  }
})
