import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, '..', '..', '..', 'package.json'), 'utf8'))

/** A plugin: a start file that knows the entry, V8's code cache for the Node that builds, and the help as a text. */
export function codeCache() {
  return {
    name: 'code-cache',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asFunction(file.code)
    },
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find((chunk) => chunk.isEntry)
      const start = readFileSync(join(here, 'start.cjs'), 'utf8')
        .replace('__ENTRY__', entry.fileName)
        .replace('__VERSION__', version)
      const file = resolve(dir, 'main.cjs')
      writeFileSync(file, start)
      const caching = [join(here, 'make-caches.cjs'), ...chunks.map(({ fileName }) => resolve(dir, fileName))]
      execFileSync(process.execPath, caching)
      const help = resolve(dir, 'help.txt')
      rmSync(help, { force: true })
      const printing = ['-e', 'require(process.argv[1]).main(process)', file, '--help']
      writeFileSync(help, execFileSync(process.execPath, printing, { env: {} }))
    },
  }
}

/** What Node puts around a module; the start evaluates a chunk as a script. */
function asFunction(code) {
  return `(function (exports, require, module, __filename, __dirname) {${code}\n})\n`
}
