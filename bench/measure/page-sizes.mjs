import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { result } from '../report.mjs'
import { root } from '../support/paths.mjs'

const dist = join(root, 'packages', 'web', 'dist')
const assets = join(dist, 'assets')

/** What a browser loads, gzip. A route's own chunks come on top of what its page loads. */
export async function measure() {
  const login = scriptsOf('login.html')
  const launcher = scriptsOf('portal.html')
  const admin = new Set([
    ...launcher,
    ...withImports(readdirSync(assets).filter((name) => /^environment-settings-.*\.js$/.test(name))),
  ])
  const loginStyles = stylesOf('login.html')
  const elsewhere = [...loginStyles, ...stylesOf(join('docs', 'index.html'))]
  const otherStyles = readdirSync(assets).filter((name) => name.endsWith('.css') && !elsewhere.includes(name))
  const launcherStyles = [...stylesOf('portal.html'), ...otherStyles.filter((name) => name.startsWith('idle-'))]
  return [
    sized('page: login, JavaScript', login, 16),
    sized('page: launcher, first load', launcher, 100),
    sized('page: first admin route, together', admin, 160),
    // The login page and the documentation are built apart and share no stylesheet with the portal: no page loads both.
    sized('page: login, CSS', loginStyles, 5),
    sized('page: launcher, CSS until idle', launcherStyles, 10),
    sized('page: administration, CSS together', otherStyles, 15),
  ]
}

function sized(name, files, target) {
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(assets, file)), { level: 9 }).byteLength,
    0,
  )
  return result({ name, value: bytes / 1000, unit: 'kB', target })
}

function scriptsOf(page) {
  const html = readFileSync(join(dist, page), 'utf8')
  return withImports([...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file]) => file))
}

function stylesOf(page) {
  const html = readFileSync(join(dist, page), 'utf8')
  return [...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, file]) => file)
}

/** Files with everything they import at once; `import()` is left out. */
function withImports(files, found = new Set()) {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(join(assets, file), 'utf8')
    withImports(
      [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => basename(name)),
      found,
    )
  }
  return found
}
