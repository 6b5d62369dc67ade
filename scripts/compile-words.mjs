// Compiles core's catalogue from ICU text to what @lingui/core runs without a parser. The result is committed, and a
// test fails when it is stale: in production lingui prints an uncompiled message as it stands.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const folder = resolve(import.meta.dirname, '../packages/core/src/words')

/** @param {Record<string, string>} catalogue */
export function compiledSource(catalogue) {
  const rows = Object.entries(catalogue).map(([id, message]) => {
    // Always a list, also of one part: a plain string would count as uncompiled, and lingui warns of each.
    const value = compileMessage(message)
    return `  ${JSON.stringify(id)}: ${JSON.stringify(value)},`
  })
  const head =
    "// Made from en.ts by scripts/compile-words.mjs; do not edit.\nimport type { Messages } from '@lingui/core'\n"
  return `${head}\nexport const messages: Messages = {\n${rows.join('\n')}\n}\n`
}

/** The catalogue without a TypeScript loader: en.ts holds one object literal and types. */
export async function readCatalogue() {
  const source = readFileSync(resolve(folder, 'en.ts'), 'utf8')
  const script = source.replace(/ as const\n/, '\n').replace(/^export type .*$/gm, '')
  return (await import(`data:text/javascript,${encodeURIComponent(script)}`)).en
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(resolve(folder, 'en.compiled.ts'), compiledSource(await readCatalogue()))
}
