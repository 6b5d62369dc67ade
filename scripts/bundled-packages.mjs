import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'node_modules', '.cache', 'portico', 'bundled')

/**
 * A plugin for rolldown and vite: notes which packages of npm are in what it builds, for the licences and the bill of
 * materials of a release. `build`: a name for the note; `copied`: packages of which it copies files.
 */
export function bundledPackages(build, copied = []) {
  return {
    name: 'bundled-packages',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) => file.originalFileNames ?? [])
      const found = [...this.getModuleIds(), ...files.map((file) => resolve(file))].flatMap(packageOf)
      found.push(...copied.map((name) => `node_modules/${name}`))
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${build}.json`), JSON.stringify([...new Set(found)].toSorted(), undefined, 2))
    },
  }
}

/** The folders of the packages in the builds whose names begin with one of these, relative to the repository. */
export function packagesIn(builds) {
  const notes = readdirSync(folder).filter((file) => builds.some((build) => file.startsWith(build)))
  /** @type {(file: string) => string[]} */
  const noted = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return [...new Set(notes.flatMap(noted))].toSorted()
}

/** The folder of the package that a module is in; empty for our own. */
function packageOf(id) {
  const inside = id
    .replaceAll('\\', '/')
    .split(`${root.replaceAll('\\', '/')}/`)
    .at(-1)
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(inside) ?? []
}
