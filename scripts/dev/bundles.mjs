import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { watch } from 'rolldown'

import { sentenceFiles } from './words.mjs'

const root = resolve(import.meta.dirname, '../..')

/**
 * Builds a package as `npm run build` does, into the same `dist`, and again after each change. Resolves after the first
 * build, whether or not it succeeded; `onBuilt` is called after each later one, `onFailed` after each failure.
 */
export async function watchBundle(name, { onBuilt, onFailed }) {
  const folder = join(root, 'packages', name)
  const { default: config } = await import(pathToFileURL(join(folder, 'rolldown.config.mjs')).href)
  // The stamp of the last `npm run build` no longer describes `dist`: without it, the next one builds again.
  rmSync(join(root, 'node_modules', '.cache', 'portico', `${name}.stamp`), { force: true })
  // Files of the build before stay, so that what runs can still load a part it has not needed yet.
  const output = { ...config.output, dir: join(folder, 'dist'), cleanDir: false }
  // The catalogue is compiled into several files, one after the other.
  const watcher = watch({ ...config, cwd: folder, output, watch: { exclude: [sentenceFiles], buildDelay: 100 } })
  await new Promise((resolveFirst) => {
    let isFirst = true
    watcher.on('event', async (event) => {
      if (event.code === 'ERROR') onFailed(name, event.error)
      if (event.code === 'BUNDLE_END' && !isFirst) onBuilt(name)
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') {
        isFirst = false
        resolveFirst()
        await event.result?.close()
      }
    })
  })
  return { close: () => watcher.close() }
}
