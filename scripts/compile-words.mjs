// Compiles core's catalogue from ICU text to what @lingui/core runs without a parser. The result is committed, and a
// test fails when it is stale: in production lingui prints an uncompiled message as it stands.
import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const folder = resolve(import.meta.dirname, '../packages/core/src/kit/words')

/** @param {Record<string, string>} catalogue */
export function compiledSource(catalogue) {
  const rows = Object.entries(catalogue).map(([id, message]) => {
    // Always a list, also of one part: a plain string would count as uncompiled, and lingui warns of each.
    const value = compileMessage(message)
    return `  ${JSON.stringify(id)}: ${JSON.stringify(value)},`
  })
  const head =
    "// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.\nimport type { Messages } from '@lingui/core'\n"
  return `${head}\nexport const messages: Messages = {\n${rows.join('\n')}\n}\n`
}

/** Texts without placeholders, in which an apostrophe is an apostrophe. */
function plainSource(texts) {
  return compiledSource({}).replace('{\n\n}', () => {
    const rows = Object.entries(texts).map(([id, text]) => `  ${JSON.stringify(id)}: ${JSON.stringify([text])},\n`)
    return `{\n${rows.join('')}}`
  })
}

/** Reads the main catalogue without a TypeScript loader: en.ts contains one object literal. */
export function readCatalogue() {
  return readLiteral(resolve(folder, 'en.ts'))
}

/** The sentences of the login page; login.ts lists their ids. */
export function readLoginCatalogue() {
  const [, list = ''] = /\[([^\]]*)\]/.exec(readFileSync(resolve(folder, 'login.ts'), 'utf8')) ?? []
  const ids = [...list.matchAll(/'([^']+)'/g)].map(([, id]) => id)
  return readCatalogue().then((all) => Object.fromEntries(ids.map((id) => [id, all[id]])))
}

/** The sentences of the palette and of the key list. */
export function readPaletteCatalogue() {
  return readLiteral(resolve(folder, 'palette.ts'))
}

/** The catalogues that are folders. */
export const folders = [
  'admin',
  'tenant',
  'access-screens',
  'first-time',
  'mapping-views',
  'of-api-tokens',
  'of-audit',
  'of-branding',
  'of-clients',
  'of-findings',
  'of-notices',
  'of-operations',
  'of-sessions',
  'of-scim',
  'of-webhooks',
  'server-and-terminal',
  'sign-in-errors',
]

/** The catalogue of a folder: one object literal per file, and index.ts names the files in order. */
export async function readFolder(name) {
  const files = resolve(folder, name)
  const names = [...readFileSync(resolve(files, 'index.ts'), 'utf8').matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(
    ([, one]) => one,
  )
  const file = (one) => `${one.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  const parts = await Promise.all(names.map((one) => readLiteral(resolve(files, file(one)))))
  return Object.assign({}, ...parts)
}

/** Folders of translations. Each has a file for each English catalogue, with the same ids, and `phrases` and `shell`. */
export const translatedFolders = ['german', 'arabic']

/** One catalogue of a translation, by id. */
export function readTranslated(language, name) {
  return JSON.parse(readFileSync(resolve(folder, language, `${name}.json`), 'utf8'))
}

/** Every translated sentence of a folder, by id. */
export function readTranslation(language) {
  const files = readdirSync(resolve(folder, language)).filter((file) => file.endsWith('.json'))
  return Object.assign({}, ...files.map((file) => readTranslated(language, file.slice(0, -'.json'.length))))
}

/** All English catalogues by name, as translations are loaded. */
export async function readCatalogues() {
  const ofFolders = await Promise.all(folders.map(async (name) => [name, await readFolder(name)]))
  return {
    first: await readCatalogue(),
    login: await readLoginCatalogue(),
    palette: await readPaletteCatalogue(),
    ...Object.fromEntries(ofFolders),
  }
}

/** The source of each compiled translation by its path below the words' folder. */
export async function translatedSources() {
  const { login, ...catalogues } = await readCatalogues()
  const sources = {}
  for (const language of translatedFolders) {
    const add = (name, source) => (sources[`${language}/compiled/${name}.ts`] = source)
    for (const name of Object.keys(catalogues)) add(name, compiledSource(readTranslated(language, name)))
    const first = readTranslated(language, 'first')
    add('login', compiledSource(Object.fromEntries(Object.keys(login).map((id) => [id, first[id]]))))
    for (const name of ['phrases', 'shell']) add(name, plainSource(readTranslated(language, name)))
  }
  return sources
}

async function readLiteral(file) {
  const script = readFileSync(file, 'utf8').replace(/ as const\n/, '\n')
  return Object.values(await import(`data:text/javascript,${encodeURIComponent(script)}`))[0]
}

/** Never leaves the file empty on the way, which `npm run dev` would try to build. */
function replace(file, text) {
  const content = Buffer.from(text)
  const descriptor = openSync(file, 'a+')
  if (readFileSync(descriptor, 'utf8') === text) return closeSync(descriptor)
  closeSync(descriptor)
  write(file, content)
}

function write(file, content) {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, content, 0, content.length, 0)
  ftruncateSync(descriptor, content.length)
  closeSync(descriptor)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  replace(resolve(folder, 'en.compiled.ts'), compiledSource(await readCatalogue()))
  replace(resolve(folder, 'login.compiled.ts'), compiledSource(await readLoginCatalogue()))
  replace(resolve(folder, 'palette.compiled.ts'), compiledSource(await readPaletteCatalogue()))
  for (const name of folders) replace(resolve(folder, name, 'compiled.ts'), compiledSource(await readFolder(name)))
  for (const [path, source] of Object.entries(await translatedSources())) {
    mkdirSync(resolve(folder, path, '..'), { recursive: true })
    replace(resolve(folder, path), source)
  }
}
