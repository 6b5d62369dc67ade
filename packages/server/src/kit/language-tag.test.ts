import { expect, it } from 'vitest'

import { readLanguageTag } from './language-tag.ts'

it.each([
  ['de', 'de'],
  ['en-US', 'en-US'],
  ['pt_BR', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['da, en-gb;q=0.8', 'da'],
  ['', null],
  ['English', 'English'],
  ['en US', null],
  ['<script>', null],
  ['e', null],
])('%s is the language %s', (text, tag) => expect(readLanguageTag(text)).toBe(tag))
