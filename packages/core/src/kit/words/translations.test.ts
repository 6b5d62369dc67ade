import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, test } from 'vitest'

import * as core from '../../index.ts'

import { englishMessages } from './compiled/english.ts'
import { englishCatalogues } from './english.ts'
import { languages } from './languages.ts'
import { loginWordIds } from './login.ts'
import { allTranslated, translated, type CatalogueName } from './translations.ts'

const translatedLanguages = languages.filter((one) => one !== 'en')

const sentences = Object.entries(englishCatalogues) as [CatalogueName, Readonly<Record<string, string>>][]

type Labelled = { label: string; labelPlural: string; fields: readonly { label: string }[] }

const nouns = Object.values(core).filter(
  (one): one is typeof one & Labelled => typeof one === 'object' && 'labelPlural' in one && 'fields' in one,
)

type Part = string | readonly unknown[]

/** Placeholders of a compiled sentence with their types, each once. */
function placeholdersOf(parts: unknown): string[] {
  const found = new Set<string>()
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return
    const [name, type, arms] = part as [unknown, unknown, unknown]
    if (typeof name === 'string' && (type === undefined || typeof type === 'string')) {
      if (name !== '#') found.add(type === undefined ? name : `${name}, ${type}`)
      if (typeof arms === 'object' && arms !== null) for (const arm of Object.values(arms)) walkAll(arm)
    }
  }
  const walkAll = (list: unknown) => Array.isArray(list) && list.forEach((part: Part) => walk(part))
  walkAll(parts)
  return [...found].toSorted()
}

describe.each(translatedLanguages)('the translation %s', (language) => {
  it.each(sentences)('has every sentence of %s and no other, in the same order', async (name, english) => {
    expect(Object.keys(await translated(language, name))).toEqual(Object.keys(english))
  })

  it('has every sentence of the login page', async () => {
    expect(Object.keys(await translated(language, 'login'))).toEqual(loginWordIds)
  })

  it('has the placeholders of each sentence', async () => {
    const messages = await allTranslated(language)
    const wrong = Object.keys(englishMessages).filter(
      (id) => placeholdersOf(messages[id]).join() !== placeholdersOf(englishMessages[id]).join(),
    )
    expect(wrong).toEqual([])
  })

  it('has the headings and names of every list', async () => {
    const phrases = await translated(language, 'phrases')
    const labels = nouns.flatMap(({ label, labelPlural, fields }) => [
      label,
      labelPlural,
      ...fields.map((field) => field.label),
    ])
    expect(nouns.length).toBeGreaterThan(20)
    expect([...new Set(labels)].filter((label) => !Object.hasOwn(phrases, `text.${label}`))).toEqual([])
  })
})

test.each(translatedLanguages)(
  'the translation %s has the fields, sections and guides of every type of provider',
  async (language) => {
    const phrases = await translated(language, 'phrases')
    const fields = core.identityProviderTypes.flatMap((type) => core.configFieldsOf(type))
    const texts = [
      ...fields.flatMap(({ label, help, section }) => [label, help, section]),
      ...core.transformKinds.map(({ label }) => label),
      ...core.identityProviderTypes.flatMap((type) => [
        core.typeNames[type].summary,
        ...core.presetOf(type).guide.flatMap(({ title, text }) => [title, text]),
      ]),
    ]
    expect([...new Set(texts)].filter((text) => !Object.hasOwn(phrases, `text.${text}`))).toEqual([])
  },
)

test.each(['german', 'arabic'])('each file of %s has an id once', (language) => {
  const folder = join(import.meta.dirname, language)
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    // Parsing keeps the last of two equal ids.
    expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text)
  }
})

test('placeholders are found within plurals and choices', () => {
  const one = ['a ', ['n', 'plural', { one: ['#', ' of ', ['b']], other: ['#'] }], ' ', ['m', 'number']]
  expect(placeholdersOf(one)).toEqual(['b', 'm, number', 'n, plural'])
})
