// Builds what `bin/` runs. Only packages whose sources changed since their last build are built; `--force` builds all.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const force = process.argv.includes('--force')

/** What each package is built from, what must exist afterwards, and how. */
const builds = [
  {
    name: 'simulator',
    needs: ['simulator'],
    makes: 'dist/main.js',
    bin: 'rolldown',
    args: ['-c', 'rolldown.config.mjs'],
  },
  {
    name: 'server',
    needs: ['core', 'server'],
    makes: 'dist/main.js',
    bin: 'rolldown',
    args: ['-c', 'rolldown.config.mjs'],
  },
  { name: 'cli', needs: ['core', 'cli'], makes: 'dist/main.cjs', bin: 'rolldown', args: ['-c', 'rolldown.config.mjs'] },
  {
    name: 'web',
    // The reference of the API is made of the routes of the server.
    needs: ['core', 'server', 'web'],
    // The documentation that the server shows.
    reads: ['README.md', 'docs', 'deploy', 'examples'],
    makes: 'dist/portal.html',
    bin: 'vite',
    args: ['build', '--logLevel', 'warn'],
  },
]

// `npm ci --omit=dev` has no programs to build with; what was built before stays.
if (!force && !existsSync(join(root, 'node_modules', 'rolldown'))) {
  process.stdout.write('nothing is built: the packages for development are not installed\n')
  process.exit()
}
const { default: compileWords } = await import('./compile-words.mjs')
await compileWords()
for (const build of builds) {
  const folder = join(root, 'packages', build.name)
  const stamp = join(root, 'node_modules', '.cache', 'portico', `${build.name}.stamp`)
  const wanted = fingerprint(build)
  const current = existsSync(stamp) && existsSync(join(folder, build.makes)) ? readFileSync(stamp, 'utf8') : ''
  if (!force && current === wanted) continue
  const tool = join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${build.bin}.cmd` : build.bin)
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(tool, build.args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, wanted)
  process.stdout.write(`built ${build.name}\n`)
}

/** Names and contents of every source a build reads, without tests. */
function fingerprint({ needs, reads = [] }) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const path of [...needs.map((name) => join('packages', name)), ...reads]) {
    const source = join(root, path)
    const files = statSync(source).isDirectory() ? sources(source).toSorted() : [source]
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function sources(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (
      ['node_modules', 'dist', 'types', 'types-test'].includes(name) ||
      name.endsWith('.tsbuildinfo') ||
      /\.(?:test|browser)\.tsx?$/.test(name)
    )
      return []
    const path = join(folder, name)
    return statSync(path).isDirectory() ? sources(path) : [path]
  })
}
