import { expect, test } from 'vitest'

import { readShell } from './compile-words.mjs'
import { commandSources, saidIn } from './said-in-code.mjs'

const said = commandSources().map((file) => ({ file, ...saidIn(file) }))

test('a sentence of a command with values is a phrase, which translations can know', () => {
  expect(said.flatMap(({ file, untranslatable }) => untranslatable.map(() => file))).toEqual([])
})

test.each(['german', 'arabic'])('%s has what commands say themselves, with its values', async (language) => {
  const shell: Record<string, string> = await readShell(language)
  const texts = new Set(said.flatMap((one) => one.texts))
  expect(texts.size).toBeGreaterThan(300)
  expect([...texts].filter((text) => !(`text.${text}` in shell))).toEqual([])
  const values = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted().join()
  expect(Object.entries(shell).filter(([id, text]) => values(id) !== values(text))).toEqual([])
})
