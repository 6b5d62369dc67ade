// Prints the test files of a folder that reach the database server of the run, which DATABASE_URL chooses:
// `node .ci/database-tests.mjs packages/server/src`. The others pass or fail in the same way on any server.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** Hundreds of seconds about what the server decides and what a killed server leaves, on any database: once is enough. */
export const once = ['app/authority/authority-matrix.test.ts', 'access/portal-roles/killed-changes.test.ts']
/** The module that connects to it. */
const server = join(root, 'packages/server/src/kit/database/testing/test-server.ts')
/** `import`, `export … from` and `import()`; what is only a type is not there at run time. */
const specifier =
  /(?:^|\n)(?:import|export)(?!\s+type\b)[^'"\n;]*(?:\n[^'"\n;]*)*?\s+from\s+'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g

/** @param {string} folder */
export function databaseTests(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !once.includes(file))
    .map((file) => join(root, folder, file))
    .filter((file) => modulesOf(file).has(server))
    .map((file) => relative(root, file))
    .toSorted()
}

/**
 * A file and all that it imports, directly or through others.
 * @param {string} file
 * @param {Set<string>} found
 */
function modulesOf(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of importsOf(file)) modulesOf(imported, found)
  return found
}

/** @type {Map<string, string[]>} */
const known = new Map()

/** @param {string} file */
function importsOf(file) {
  let imports = known.get(file)
  if (imports === undefined) {
    const matches = /\.(?:ts|tsx|mjs)$/.test(file) ? [...readFileSync(file, 'utf8').matchAll(specifier)] : []
    imports = matches.map(([, from, dynamic]) => resolve(dirname(file), from ?? dynamic ?? ''))
    known.set(file, imports)
  }
  return imports
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(`${databaseTests(process.argv[2] ?? 'packages').join('\n')}\n`)
