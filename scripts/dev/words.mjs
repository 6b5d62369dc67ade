import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Sentences as written. What runs has them compiled: with these left out of the watch, a changed sentence makes one build
 * instead of two.
 */
export const sentenceFiles =
  /\/core\/src\/words\/(?:en|(?:admin|tenant|server-and-terminal)\/(?!compiled\.)[\w-]+)\.ts$/

/** Compiles core's catalogue again when a sentence changes; the bundles and the browser see the compiled file. */
export function watchWords() {
  const folders = ['', 'admin', 'tenant', 'server-and-terminal'].map((folder) =>
    join(root, 'packages/core/src/kit/words', folder),
  )
  let timer
  const compile = (_, name) => {
    if (name === null || !name.endsWith('.ts') || name.endsWith('compiled.ts')) return
    // Editors write a file in several steps.
    clearTimeout(timer)
    timer = setTimeout(() => {
      execFile(process.execPath, [join(root, 'scripts/compile-words.mjs')], (error, _stdout, stderr) => {
        if (error !== null) process.stderr.write(stderr)
      })
    }, 50)
  }
  const watchers = folders.map((folder) => watch(folder, compile))
  return { close: () => watchers.forEach((one) => one.close()) }
}
