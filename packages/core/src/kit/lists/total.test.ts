import { expect, it } from 'vitest'

import { allTranslated } from '../words/translations.ts'
import { createWords } from '../words/words.ts'
import { totalMax } from './contract.ts'
import { rangeText, totalText, totalWithout } from './total.ts'

const wordsOf = async (language: 'en' | 'de' | 'ar') => createWords(language, await allTranslated(language))

it('a number is exact up to 1,000, and "more than 1,000" beyond, in every language', async () => {
  const [en, de, ar] = [await wordsOf('en'), await wordsOf('de'), await wordsOf('ar')]
  expect([totalText(en, 0), totalText(en, 1000), totalText(en, totalMax)]).toEqual(['0', '1,000', 'more than 1,000'])
  expect([totalText(de, 1000), totalText(de, totalMax)]).toEqual(['1.000', 'mehr als 1.000'])
  expect(totalText(ar, totalMax)).toMatch(/^أكثر من \S+$/)
})

it('rows are counted from the end where their distance from the beginning is not known', async () => {
  const [en, de] = [await wordsOf('en'), await wordsOf('de')]
  const [page, last] = [
    { start: 100, count: 100, total: totalMax, isCounted: true },
    { start: -100, count: 100, total: totalMax, isCounted: true },
  ]
  expect([rangeText(en, page), rangeText(en, last)]).toEqual([
    '101–200 of more than 1,000',
    '100–1 from the end of more than 1,000',
  ])
  expect(rangeText(en, { start: 0, count: 100, total: 100, isCounted: false })).toBe('1–100 of …')
  expect([rangeText(de, page), rangeText(de, last)]).toEqual([
    '101–200 von mehr als 1.000',
    '100–1 vom Ende, von mehr als 1.000',
  ])
})

it('rows that are gone are taken from a number that is known, and leave "more than 1,000" as it is', () => {
  expect([totalWithout(1000, 3), totalWithout(2, 3), totalWithout(totalMax, 3)]).toEqual([997, 0, totalMax])
})
