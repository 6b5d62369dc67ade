import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from './paths.mjs'

const folder = join(root, 'bench', 'lighthouse')

/** Lighthouse, installed at its first use: only this measurement needs its 200 packages. */
export async function loadLighthouse() {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    process.stderr.write('installing Lighthouse …\n')
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(entry).href)
  return { lighthouse, desktopConfig }
}
