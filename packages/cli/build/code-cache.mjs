import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, '..', '..', '..', 'package.json'), 'utf8'))

/** A plugin: chunks of ASCII, a start file that knows them, and V8's code cache for the Node that builds. */
export function codeCache() {
  return {
    name: 'code-cache',
    // Last of all: the printer that minifies writes characters beyond ASCII as they are.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.name === runtimeName ? ascii(file.code) : asFunction(ascii(file.code))
    },
    writeBundle({ dir }, bundle) {
      const written = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = written.find((chunk) => chunk.isEntry)
      const runtime = written.find((chunk) => chunk.name === runtimeName)
      const start = readFileSync(join(here, 'start.cjs'), 'utf8')
        .replace('__ENTRY__', entry.fileName)
        .replace('__VERSION__', version)
        .replace('__RUNTIME__', runtime.fileName)
        .replace("'__RUNTIME_CODE__'", () => runtime.code)
        .replace('__CHUNKS__', JSON.stringify(written.map((chunk) => `./${chunk.fileName}`)))
      const file = resolve(dir, 'main.cjs')
      writeFileSync(file, start)
      execFileSync(process.execPath, [join(here, 'warm.cjs'), file], { stdio: ['ignore', 'ignore', 'pipe'] })
    },
  }
}

/** The bundler's own functions, which become a part of the start file. */
const runtimeName = 'rolldown-runtime'

/** What Node puts around a module; in the file, because a start that puts it there copies the text. */
function asFunction(code) {
  return `(function (exports, require, module, __filename, __dirname) {${code}\n})\n`
}

/** Beyond ASCII a chunk has text in strings and comments only, where an escape means the same. */
function ascii(code) {
  // oxlint-disable-next-line no-control-regex -- the range is the point
  return code.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
