import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listDependencies,
  saveDependencies,
  updateServiceAccount,
  type Dependency,
  type DependencyRow,
  type ServiceAccountInput,
  type Violation,
  type WordId,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { lockEnvironment } from '../../tenant/environments/queries.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, invalid, notFound, readOnly } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { readPublicKey } from '../../kit/keys/public-key.ts'
import { listRoute } from './list-route.ts'
import {
  accountNameTaken,
  deleteAccount,
  dependencyKey,
  findAccount,
  insertAccount,
  listDependencyRows,
  lockAccount,
  replaceDependencies,
  resolveDependencies,
  touchAccount,
  updateAccount,
  type AccountRow,
  type StoredKeys,
} from './queries.ts'

const kind = 'service-account'
const shown = ({ version: _, ...account }: AccountRow) => account

/** Why a key is refused. */
const keyFaults: readonly WordId[] = [
  'KEY_EXPONENT',
  'KEY_NOT_RSA',
  'KEY_PRIVATE',
  'KEY_SEVERAL',
  'KEY_TOO_BIG',
  'KEY_TOO_SMALL',
  'KEY_TWICE',
  'KEY_UNREADABLE',
]

export const serviceAccountRoutes = [
  listRoute,

  route(getServiceAccount, ['admin', 'support-reading'], async ({ tx, params }) => {
    const account = await findAccount(tx, params.envId, params.id)
    if (account === undefined) throw notFound()
    return { value: shown(account), etag: etagOf(account.version) }
  }),

  route(
    createServiceAccount,
    'admin',
    {
      400: keyFaults,
      403: ['READ_ONLY'],
      409: ['NAME_TAKEN'],
    },
    async ({ tx, params, body, deps, audit }) => {
      await writableEnvironment(tx, params.envId)
      const keys = storedKeys(body)
      if (await accountNameTaken(tx, params.envId, body.name)) throw conflict('NAME_TAKEN', 'name', kind)
      const id = uuidv7(deps.clock.now())
      await insertAccount(tx, { id, environmentId: params.envId, ...body, keys })
      const account = await existing(tx, params.envId, id)
      await audit({ action: `${kind}.create`, target: { kind, id, name: account.name }, after: shown(account) })
      return { value: shown(account), etag: etagOf(account.version) }
    },
  ),

  route(
    updateServiceAccount,
    'admin',
    {
      400: keyFaults,
      403: ['READ_ONLY'],
      409: ['NAME_TAKEN'],
      412: ['STALE'],
    },
    async ({ tx, params, body, readOnlyPart, ifMatch, audit }) => {
      await writableEnvironment(tx, params.envId)
      const before = await lockAccount(tx, params.envId, params.id)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      checkReadOnly(readOnlyPart, shown(before))
      const keys = storedKeys(body)
      if (await accountNameTaken(tx, params.envId, body.name, before.id)) throw conflict('NAME_TAKEN', 'name', kind)
      await updateAccount(tx, { ...body, id: before.id, keys })
      const after = await existing(tx, params.envId, before.id)
      const target = { kind, id: before.id, name: after.name }
      await audit({ action: `${kind}.update`, target, before: shown(before), after: shown(after) })
      return { value: shown(after), etag: etagOf(after.version) }
    },
  ),

  route(
    deleteServiceAccount,
    'admin',
    { 403: ['READ_ONLY'], 412: ['STALE'] },
    async ({ tx, params, ifMatch, audit }) => {
      await writableEnvironment(tx, params.envId)
      const before = await lockAccount(tx, params.envId, params.id)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      const dependencies = await listDependencyRows(tx, before.id)
      await deleteAccount(tx, before.id)
      const target = { kind, id: before.id, name: before.name }
      await audit({ action: `${kind}.delete`, target, before: { ...shown(before), dependencies } })
      return {}
    },
  ),

  route(listDependencies, ['admin', 'support-reading'], async ({ tx, params }) => {
    const account = await findAccount(tx, params.envId, params.id)
    if (account === undefined) throw notFound()
    return { value: { dependencies: await listDependencyRows(tx, params.id) }, etag: etagOf(account.version) }
  }),

  // Account and dependencies share one version, so that a change to either is detected.
  route(
    saveDependencies,
    'admin',
    { 400: ['DEPENDENCY_TWICE', 'DEPENDENCY_UNKNOWN', 'READ_ONLY_FIELD'], 403: ['READ_ONLY'], 412: ['STALE'] },
    async ({ tx, params, body, ifMatch, audit }) => {
      await writableEnvironment(tx, params.envId)
      const account = await lockAccount(tx, params.envId, params.id)
      if (account === undefined) throw notFound()
      checkVersion(ifMatch, account.version, kind, account.id)
      const before = await listDependencyRows(tx, account.id)
      const rows = await resolvedRows(tx, params.envId, body.dependencies)
      await replaceDependencies(tx, { id: account.id, environmentId: params.envId }, rows)
      await touchAccount(tx, account.id)
      const after = await listDependencyRows(tx, account.id)
      checkShownApplications(body.dependencies, after)
      const target = { kind, id: account.id, name: account.name }
      await audit({ action: `${kind}.dependencies`, target, before, after })
      return { value: { dependencies: after }, etag: etagOf(account.version + 1) }
    },
  ),
]

async function writableEnvironment(tx: TenantTransaction, id: string): Promise<void> {
  const environment = await lockEnvironment(tx, id)
  if (environment === undefined) throw notFound()
  if (environment.readonly) throw readOnly('environment')
}

/** Label and urn are the application's own: a body that has others is refused by place. Throws 400. */
function checkShownApplications(wanted: readonly Dependency[], rows: readonly DependencyRow[]): void {
  const applications = new Map(rows.map((row) => [row.appId, row]))
  const changed = wanted.flatMap((one, index) =>
    (['label', 'urn'] as const)
      .filter((name) => one[name] !== undefined && one[name] !== applications.get(one.appId)?.[name])
      .map((name) => ({ errorID: 'READ_ONLY_FIELD', fieldID: `dependencies.${index}.${name}` })),
  )
  if (changed.length > 0) throw invalid(changed, kind)
}

async function existing(tx: TenantTransaction, environmentId: string, id: string): Promise<AccountRow> {
  const account = await findAccount(tx, environmentId, id)
  if (account === undefined) throw new Error(`service account ${id} vanished inside its own transaction`)
  return account
}

/** The cryptographic half of the key rules, which needs more than text. Throws 400 with the key's field id. */
function storedKeys(body: ServiceAccountInput): StoredKeys {
  const violations: Violation[] = []
  const read = (fieldID: 'key1' | 'key2') => {
    const pem = body[fieldID]
    if (!pem || body[`${fieldID}Algorithm`] === undefined) return undefined
    const key = readPublicKey(pem)
    if (typeof key !== 'string') return { pem: key.pem, thumbprint: key.thumbprint, notAfter: key.notAfter }
    violations.push({ errorID: key, fieldID })
    return undefined
  }
  const keys = { key1: read('key1'), key2: read('key2') }
  if (keys.key1 && keys.key1.thumbprint === keys.key2?.thumbprint)
    violations.push({ errorID: 'KEY_TWICE', fieldID: 'key2' })
  if (violations.length > 0) throw invalid(violations, kind)
  return keys
}

/** Placeholder rows beside named roles are dropped (spec section 5); unknown and doubled ones are refused by place. */
async function resolvedRows(tx: TenantTransaction, environmentId: string, wanted: readonly Dependency[]) {
  const { applications, roleIds } = await resolveDependencies(tx, environmentId, wanted)
  const named = new Set(wanted.filter((one) => one.name !== '').map((one) => one.appId))
  const seen = new Set<string>()
  const violations: Violation[] = []
  const rows: { applicationId: string; roleId: string | null }[] = []
  for (const [index, dependency] of wanted.entries()) {
    const fieldID = `dependencies.${index}`
    const key = dependencyKey(dependency)
    const roleId = dependency.name === '' ? null : roleIds.get(key)
    if (!applications.has(dependency.appId) || roleId === undefined)
      violations.push({ errorID: 'DEPENDENCY_UNKNOWN', fieldID })
    else if (seen.has(key)) violations.push({ errorID: 'DEPENDENCY_TWICE', fieldID })
    else if (roleId !== null || !named.has(dependency.appId)) rows.push({ applicationId: dependency.appId, roleId })
    seen.add(key)
  }
  if (violations.length > 0) throw invalid(violations, kind)
  return rows
}
