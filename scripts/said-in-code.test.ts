import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { auditEn } from '../packages/core/src/kit/words/of-audit/index.ts'
import { readTranslation } from './compile-words.mjs'
import { commandSources, keyLabelsIn, nounLabelsIn, saidIn, terminalSources } from './said-in-code.mjs'

const said = commandSources().map((file) => ({ file, ...saidIn(file) }))

test('a sentence of a command with values is a phrase, which translations can know', () => {
  expect(said.flatMap(({ file, untranslatable }) => untranslatable.map(() => file))).toEqual([])
})

test.each(['german', 'arabic'])('%s has what commands say themselves, with its values', (language) => {
  const { shell = {}, phrases = {} } = readTranslation(language)
  const texts = new Set(said.flatMap((one) => one.texts))
  expect(texts.size).toBeGreaterThan(300)
  expect([...texts].filter((text) => !(`text.${text}` in { ...shell, ...phrases }))).toEqual([])
  const values = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted().join()
  expect(Object.entries(shell).filter(([id, text]) => values(id) !== values(text))).toEqual([])
})

test.each(['german', 'arabic'])('%s has the labels and phrases in the code of the terminal UI', (language) => {
  const { shell = {}, phrases = {} } = readTranslation(language)
  const texts = new Set(terminalSources().flatMap((file) => saidIn(file).texts))
  expect(texts.size).toBeGreaterThan(40)
  expect([...texts].filter((text) => !(`text.${text}` in { ...shell, ...phrases }))).toEqual([])
})

/** Labels that mean the same on a key, or over a dialog, as over a column. */
const sameMeaning = new Set([
  'Application',
  'Code',
  'Command',
  'Configuration',
  'Environment',
  'Groups',
  'Identity provider',
  'Person',
  'Roles',
  'SCIM',
  'Security Admin',
  'Why',
])

test('a label of a key or dialog that a noun uses with another meaning has a separate sentence', () => {
  const nouns = new Set(['packages/core/src', 'packages/cli/src'].flatMap(nounFiles).flatMap(nounLabelsIn))
  const keys = new Set(terminalSources().flatMap(keyLabelsIn))
  expect([nouns.has('Keys'), keys.has('Open'), keys.size > 100]).toEqual([true, true, true])
  expect([...keys].filter((label) => nouns.has(label) && !sameMeaning.has(label))).toEqual([])
})

function nounFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /(?:^|[/-])noun\.ts$/.test(file)).map((file) => `${folder}/${file}`)
}

test.each([undefined, 'german', 'arabic'])('the audit log has a sentence for each action (%s)', (language) => {
  const sources = readdirSync('packages/server/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`packages/server/src/${file}`, 'utf8'))
  const actions = new Set(sources.flatMap((source) => source.match(/(?<=action: ')[a-z-]+\.[a-z-]+(?=')/g) ?? []))
  expect(actions.size).toBeGreaterThan(60)
  const known: Record<string, string> = language === undefined ? auditEn : (readTranslation(language)['of-audit'] ?? {})
  expect([...actions].filter((action) => !(`audit.action.${action}` in known))).toEqual([])
})
