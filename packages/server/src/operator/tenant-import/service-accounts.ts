import { portalAppId } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { readPublicKey, type PublicKey } from '../../kit/keys/public-key.ts'
import {
  insertAccount,
  listAccounts,
  replaceDependencies,
  updateAccount,
  type StoredKeys,
} from '../../machines/service-accounts/queries.ts'
import type { TenantFile } from './tenant-file.ts'
import { findRoleId } from '../../access/app-roles/queries.ts'
import { findApplicationId } from '../../applications/applications/queries.ts'

/** Service accounts of a tenant file, by environment and name. Returns their ids by name. */
export async function importServiceAccounts(
  tx: TenantTransaction,
  file: TenantFile,
  environments: ReadonlyMap<string, { id: string }>,
  newId: () => string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const account of file.serviceAccounts) {
    const environmentId = environments.get(account.environment)?.id
    if (environmentId === undefined)
      throw new Error(
        `The service account "${account.name}" names the environment "${account.environment}", which the file does not have.`,
      )
    const keys: StoredKeys = {
      key1: account.key1 ? readKey(account.name, account.key1) : undefined,
      key2: account.key2 ? readKey(account.name, account.key2) : undefined,
    }
    const existing = (await listAccounts(tx, environmentId)).find(
      (one) => one.name.toLowerCase() === account.name.toLowerCase(),
    )
    const id = existing?.id ?? newId()
    if (existing === undefined) await insertAccount(tx, { id, environmentId, name: account.name, keys })
    else await updateAccount(tx, { id, name: account.name, keys })
    const rows = await Promise.all(account.applications.map((text) => dependencyOf(tx, environmentId, text)))
    await replaceDependencies(tx, { id, environmentId }, rows)
    ids.set(account.name, id)
  }
  return ids
}

function readKey(name: string, pem: string): PublicKey {
  const key = readPublicKey(pem.trim())
  if (typeof key === 'string') throw new Error(`A key of the service account "${name}" is refused: ${key}.`)
  return key
}

/** `application` or `application:role`, by slug and role name. */
async function dependencyOf(
  tx: TenantTransaction,
  environmentId: string,
  text: string,
): Promise<{ applicationId: string; roleId: string | null }> {
  const [slug = '', roleName] = text.split(':')
  const applicationId = await findApplicationId(tx, slug === '' ? portalAppId : slug)
  if (applicationId === undefined) throw new Error(`There is no application "${slug}".`)
  if (roleName === undefined) return { applicationId, roleId: null }
  const roleId = await findRoleId(tx, { environmentId, applicationId, name: roleName })
  if (roleId === undefined) throw new Error(`The application "${slug}" has no role "${roleName}".`)
  return { applicationId, roleId }
}
