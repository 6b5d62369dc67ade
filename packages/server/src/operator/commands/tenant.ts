import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'

import { textOfFile } from '@portico/core/contract'
import { parse } from 'yaml'

import type { OpenedStore, Place } from '../../app/open.ts'
import { importTenant, type ImportedTenant } from '../tenant-import/import.ts'
import { checkTenantFile, type TenantFile } from '../tenant-import/tenant-file.ts'
import { withFiles } from '../tenant-import/files.ts'
import type { SecretSource } from '../tenant-import/provider-entries.ts'
import { findTenantBySlug, listTenants, type TenantRow } from '../../tenant/tenants/queries.ts'
import { reading, withStore } from './with-store.ts'
import { asUsage } from './usage-error.ts'

export async function runTenantList(place: Place): Promise<TenantRow[]> {
  return reading(place, (store) => listTenants(store.database))
}

/** A tenant with one production environment and nothing else; `tenant import` adds the rest. */
export async function runTenantCreate(place: Place, options: { slug: string; name: string }): Promise<ImportedTenant> {
  const environments = [{ slug: 'production', name: 'Production', type: 'PROD' }]
  const file = asUsage(() => checkTenantFile({ tenant: options, environments }))
  return withStore(place, async (store) => {
    if (await findTenantBySlug(store.database, options.slug))
      throw new Error(`The tenant "${options.slug}" exists already.`)
    return importFile(store, place, file)
  })
}

export async function runTenantImport(place: Place, path: string): Promise<ImportedTenant> {
  const file = parseTenantFile(path)
  return withStore(place, (store) => importFile(store, { ...place, folder: dirname(path) }, file))
}

/** Reads a tenant file with the certificates and images beside it that it names; throws with every mistake and its place. */
export function parseTenantFile(path: string): TenantFile {
  return checkTenantFile(withFiles(parseYaml(path), (one) => readFileSync(resolve(dirname(path), one))))
}

function parseYaml(path: string): unknown {
  const text = textOfFile(readFileSync(path))
  try {
    return parse(text) as unknown
  } catch (error) {
    throw new Error(`${path} is not valid YAML: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

export async function importFile(
  store: OpenedStore,
  { env, folder = '.' }: Pick<Place, 'env'> & { readonly folder?: string },
  file: TenantFile,
): Promise<ImportedTenant> {
  const readSecret = (secret: SecretSource) => {
    if (typeof secret === 'string') return secret
    if ('file' in secret) return readFileSync(resolve(folder, secret.file), 'utf8').trim()
    const value = env[secret.env]
    if (value === undefined || value === '')
      throw new Error(`The environment variable ${secret.env}, which the file names for a secret, is not set.`)
    return value
  }
  return importTenant({ ...store, clock: Date, operator: operatorName(), readSecret }, file)
}

export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
