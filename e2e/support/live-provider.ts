import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { builtInstallation } from './installation.ts'
import { runProcess } from './run-process.ts'
import type { ServerProcess } from './server-process.ts'

/** A provider of acme as a tenant file has it: a secret that is absent stays as it is stored. */
export type ProviderEntry = {
  readonly name: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly clientSecret?: string
  readonly emailSuffixes?: readonly string[]
}

/**
 * Puts a configuration into effect at once, as an operator does on the host while the server runs: an administrator has
 * to test it first, which a wrong one does not pass.
 */
export async function importProvider({ dataDir }: Pick<ServerProcess, 'dataDir'>, entry: ProviderEntry): Promise<void> {
  const file = join(dataDir, 'provider.yaml')
  const production = { slug: 'production', name: 'Production', type: 'PROD' }
  const tenant = { slug: 'acme', name: 'Acme Industries' }
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify({ tenant, environments: [production], identityProviders: [entry] }))
  const { server } = builtInstallation()
  const { code, stderr } = await runProcess(['node', server, 'tenant', 'import', file, '--data', dataDir])
  if (code !== 0) throw new Error(`The import of ${entry.name} ended with ${code}: ${stderr}`)
}
