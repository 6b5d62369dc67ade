// Compiles core's sentences from ICU text to what @lingui/core runs without a parser, into `kit/words/compiled`: in production
// lingui prints an uncompiled message as it stands. The build, the type check, `npm run dev` and each run of tests begin with it.
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { compileMessage } from '@lingui/message-utils/compileMessage'
import { rolldown } from 'rolldown'

const words = resolve(import.meta.dirname, '../packages/core/src/kit/words')

/** Folders of translations. Each has a file for each English catalogue, with the same ids, and `phrases` and `shell`. */
const translations = ['german', 'arabic']

/** Writes what changed since the last call. Vitest calls it as a global setup. */
export default async function compileWords() {
  const { englishCatalogues } = await importSource('all-sentences.ts')
  const { loginWordIds } = await importSource('login.ts')
  const names = Object.keys(englishCatalogues)
  for (const language of ['english', ...translations]) {
    const write = (name, messages) => writeMessages(`${language}/${name}.ts`, messages)
    const sentencesOf = (name) => (language === 'english' ? englishCatalogues[name] : readTranslated(language, name))
    for (const name of names) write(name, compiled(sentencesOf(name)))
    const first = sentencesOf('first')
    const ofLogin = loginWordIds.filter((id) => id in first).map((id) => [id, first[id]])
    write('login', compiled(Object.fromEntries(ofLogin)))
  }
  for (const language of translations)
    for (const name of ['phrases', 'shell'])
      writeMessages(`${language}/${name}.ts`, plain(readTranslated(language, name)))
}

/** One catalogue of a translation, by id. */
export function readTranslated(language, name) {
  return JSON.parse(readFileSync(resolve(words, language, `${name}.json`), 'utf8'))
}

/** Every translated sentence of a folder, by id. */
export function readTranslation(language) {
  const names = readdirSync(resolve(words, language)).map((file) => file.slice(0, -'.json'.length))
  return Object.assign({}, ...names.map((name) => readTranslated(language, name)))
}

function compiled(sentences) {
  return Object.entries(sentences).map(([id, sentence]) => [id, compileMessage(sentence)])
}

/** Texts without placeholders, in which an apostrophe is an apostrophe. */
function plain(texts) {
  return Object.entries(texts).map(([id, text]) => [id, [text]])
}

/** A message is always a list, also of one part: a plain string would count as uncompiled, and lingui warns of each. */
function writeMessages(path, messages) {
  const rows = messages.map(([id, parts]) => `  ${JSON.stringify(id)}: ${JSON.stringify(parts)},\n`)
  replace(
    resolve(words, 'compiled', path),
    `// Made by scripts/compile-words.mjs.\nimport type { Messages } from '@lingui/core'\n\nexport const messages: Messages = {\n${rows.join('')}}\n`,
  )
}

/** The exports of a TypeScript file, which Node.js 20 cannot import. */
async function importSource(file) {
  const bundle = await rolldown({ input: resolve(words, file) })
  const { output } = await bundle.generate()
  await bundle.close()
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

/** In one step, because builds and tests that run at the same time read the file. */
function replace(file, text) {
  if (textOf(file) === text) return
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await compileWords()
