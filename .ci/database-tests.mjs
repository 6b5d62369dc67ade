// Prints the test files of a folder that reach the database server of the run, which DATABASE_URL chooses:
// `node .ci/database-tests.mjs packages/server/src`. The others pass or fail in the same way on any server.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/**
 * What they are about is decided before or after a statement, or by another program, and their statements are those of their
 * neighbours: once is enough.
 */
export const once = [
  // What the server decides, and what a killed server leaves.
  'app/authority/authority-matrix.test.ts',
  'access/portal-roles/killed-changes.test.ts',
  'applications/provisioning/killed.test.ts',
  // Messages of others that are forged, malformed or late.
  'applications/provisioning/failures.test.ts',
  'applications/provisioning/refused.test.ts',
  'applications/saml-applications/attacks.test.ts',
  'protocols/openid/email-verified.test.ts',
  'sign-in/attempts/browser-rules.test.ts',
  'sign-in/attempts/foreign-names.test.ts',
  'sign-in/attempts/outages.test.ts',
  'sign-in/attempts/slow-providers.test.ts',
  'sign-in/azure/authority.test.ts',
  'sign-in/oidc/findings.test.ts',
  'sign-in/oidc/id-token-attacks.test.ts',
  'sign-in/saml/forged-messages.test.ts',
  'sign-in/saml/with-simulator.test.ts',
  // HTTP and its texts.
  'app/first-answers.test.ts',
  'kit/http/bodies.test.ts',
  'kit/http/compression.test.ts',
  'kit/http/csrf.test.ts',
  'kit/http/openapi.test.ts',
  'kit/log.test.ts',
  'kit/outbound/private-addresses.test.ts',
  'kit/words/language.test.ts',
  'protocols/scim/openapi/answers.test.ts',
  'protocols/scim/openapi/document.test.ts',
  'protocols/scim/testing/rfc-examples.test.ts',
]
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
