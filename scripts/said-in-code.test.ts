import { expect, test } from 'vitest'

import { readShell, readTranslation } from './compile-words.mjs'
import { commandSources, saidIn, terminalSources } from './said-in-code.mjs'

const said = commandSources().map((file) => ({ file, ...saidIn(file) }))

test('a sentence of a command with values is a phrase, which translations can know', () => {
  expect(said.flatMap(({ file, untranslatable }) => untranslatable.map(() => file))).toEqual([])
})

test.each(['german', 'arabic'])('%s has what commands say themselves, with its values', async (language) => {
  const [shell, known] = [await readShell(language), await readTranslation(language)] as Record<string, string>[]
  const texts = new Set(said.flatMap((one) => one.texts))
  expect(texts.size).toBeGreaterThan(300)
  expect([...texts].filter((text) => !(`text.${text}` in (known ?? {})))).toEqual([])
  const values = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted().join()
  expect(Object.entries(shell ?? {}).filter(([id, text]) => values(id) !== values(text))).toEqual([])
})

test.each(['german', 'arabic'])('%s has the labels and phrases in the code of the terminal UI', async (language) => {
  const known: Record<string, string> = await readTranslation(language)
  const texts = new Set(terminalSources().flatMap((file) => saidIn(file).texts))
  expect(texts.size).toBeGreaterThan(40)
  expect([...texts].filter((text) => !(`text.${text}` in known))).toEqual([])
})
