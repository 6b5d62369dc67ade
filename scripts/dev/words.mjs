import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'

import compileWords from '../compile-words.mjs'

const root = resolve(import.meta.dirname, '../..')

/**
 * Sentences as written. What runs has them compiled: with these left out of the watch, a changed sentence makes one build
 * instead of two.
 */
export const sentenceFiles = /\/core\/src\/kit\/words\/(?:(?:en|palette)\.ts$|(?!compiled\/)[\w-]+\/)/

/** Compiles core's sentences now, and again when one changes; the bundles and the browser see the compiled files. */
export async function watchWords() {
  await compileWords()
  let timer
  const watcher = watch(join(root, 'packages/core/src/kit/words'), { recursive: true }, (_, name) => {
    if (name === null || name.startsWith('compiled')) return
    // Editors write a file in several steps.
    clearTimeout(timer)
    timer = setTimeout(() => {
      execFile(process.execPath, [join(root, 'scripts/compile-words.mjs')], (error, _stdout, stderr) => {
        if (error !== null) process.stderr.write(stderr)
      })
    }, 50)
  })
  return { close: () => watcher.close() }
}
