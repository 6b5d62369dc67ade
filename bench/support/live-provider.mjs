import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { cleanEnvironment } from './environment.mjs'
import { porticoServer } from './paths.mjs'

/** Adds a provider of acme that is in effect at once, as an operator does while the demo in this folder runs. */
export async function importProvider(folder, entry) {
  const file = join(folder, 'provider.yaml')
  const tenant = { slug: 'acme', name: 'Acme Industries' }
  const environments = [{ slug: 'production', name: 'Production', type: 'PROD' }]
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify({ tenant, environments, identityProviders: [entry] }))
  const args = [porticoServer, 'tenant', 'import', file, '--data', join(folder, 'data')]
  await promisify(execFile)(process.execPath, args, { env: cleanEnvironment({ HOME: folder }) })
}
