// Compiles core's sentences from ICU text to what @lingui/core runs without a parser, into `kit/words/compiled`: in production
// lingui prints an uncompiled message as it stands. The build, the type check, `npm run dev` and each run of tests begin with it.
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { compileMessage } from '@lingui/message-utils/compileMessage'
import { rolldown } from 'rolldown'

const words = resolve(import.meta.dirname, '../packages/core/src/kit/words')

/** Catalogues of texts without placeholders, in which an apostrophe is an apostrophe. */
const plain = ['phrases', 'shell']

/** Writes the files that differ from what they should be. Vitest calls it as a global setup. */
export default async function compileWords() {
  const { englishCatalogues } = await importSource('english.ts')
  const { loginWordIds } = await importSource('login.ts')
  const translations = { german: readTranslation('german'), arabic: readTranslation('arabic') }
  for (const [language, catalogues] of Object.entries({ english: englishCatalogues, ...translations })) {
    const ofLogin = loginWordIds.filter((id) => id in catalogues.first).map((id) => [id, catalogues.first[id]])
    for (const [name, sentences] of Object.entries({ ...catalogues, login: Object.fromEntries(ofLogin) }))
      replace(
        `${language}/${name}.ts`,
        messagesSource(sentences, plain.includes(name) ? (text) => [text] : compileMessage),
      )
  }
  replace('english.ts', joinSource(Object.keys(englishCatalogues)))
  replace('translations.ts', Object.entries(translations).map(loadersSource).join('\n'))
}

/**
 * The catalogues of a translation by name: its files.
 * @returns {Record<string, Record<string, string>>}
 */
export function readTranslation(language) {
  const folder = resolve(words, language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const read = (file) => JSON.parse(readFileSync(resolve(folder, file), 'utf8'))
  return Object.fromEntries(files.toSorted().map((file) => [file.slice(0, -'.json'.length), read(file)]))
}

/** A message is always a list, also of one part: a plain string would count as uncompiled, and lingui warns of each. */
function messagesSource(sentences, compile) {
  const rows = Object.entries(sentences).map(
    ([id, text]) => `  ${JSON.stringify(id)}: ${JSON.stringify(compile(text))},\n`,
  )
  return `import type { Messages } from '@lingui/core'\n\nexport const messages: Messages = {\n${rows.join('')}}\n`
}

function joinSource(names) {
  const imports = names.map((name, at) => `import { messages as of${at} } from './english/${name}.ts'\n`)
  const list = names.map((_, at) => `of${at}`).join(', ')
  return `import { joinMessages } from '../join-messages.ts'\n${imports.join('')}
/** All sentences. A web page that is loaded first takes only those of \`en.ts\`. */
export const englishMessages = joinMessages(${list})\n`
}

function loadersSource([language, catalogues]) {
  const rows = Object.keys({ ...catalogues, login: [] }).map(
    (name) => `  '${name}': () => import('./${language}/${name}.ts'),\n`,
  )
  return `export const ${language} = {\n${rows.join('')}}\n`
}

/** The exports of a TypeScript file, which Node.js 20 cannot import. */
async function importSource(file) {
  const bundle = await rolldown({ input: resolve(words, file) })
  const { output } = await bundle.generate()
  await bundle.close()
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

/** In one step, because builds and tests that run at the same time read the file. */
function replace(path, source) {
  const file = resolve(words, 'compiled', path)
  const text = `// Made by scripts/compile-words.mjs.\n${source}`
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
