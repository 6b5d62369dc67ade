import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { questions, typedInputs } from '../e2e/support/questions.ts'

const sources = resolve(import.meta.dirname, '..', 'packages/cli/src')
/** The question kit itself, and the outside of the process under it. */
const kit = ['kit/io/confirm.ts', 'kit/io/process-io.ts', 'kit/io/io.ts', 'kit/output/ascii-io.ts']

const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing[\\/]/.test(file))
  .map((file) => ({
    file: relative(sources, join(sources, file)).replaceAll('\\', '/'),
    text: readFileSync(join(sources, file), 'utf8'),
  }))

const callersOf = (call: RegExp) =>
  texts.filter(({ file, text }) => !kit.includes(file) && call.test(text)).map(({ file }) => file)

const sitesOf = (entries: readonly { readonly site: string }[]) => [...new Set(entries.map(({ site }) => site))]

test('e2e/questions.e2e.ts covers every question that a command asks on a terminal', () => {
  const callers = callersOf(/\b(?:confirmYes|confirmByName)\(|\.ask\(/)
  expect(callers).not.toEqual([])
  expect(sitesOf(questions).toSorted()).toEqual(callers.toSorted())
})

test('it runs every reader of terminal input', () => {
  const callers = callersOf(/\.readAll\(/)
  expect(callers).not.toEqual([])
  const inputs = typedInputs({ publicPem: '', environment: '' })
  expect(sitesOf(inputs).toSorted()).toEqual(callers.toSorted())
})

test('nothing but the question kit reads lines or starts a prompt', () => {
  expect(callersOf(/createInterface|node:readline|\.question\(/)).toEqual([])
})
