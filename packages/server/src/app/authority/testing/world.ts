import type { Endpoint } from '@portico/core'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { createOurKeyPair } from '../../../kit/keys/key-pair.ts'
import { roleHolders } from '../../../providers/identity-providers/security-admin-paths.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { sealAudit } from '../../../testing/seal-audit.ts'
import { createTestServer, rsaKeys, smallTenant, vendorTenant, type TestServer } from '../../../testing/test-server.ts'

/** Two tenants, the vendor's, and everything that the cells of the matrix share. */
export type World = {
  readonly server: TestServer
  readonly acme: ImportedTenant
  readonly globex: ImportedTenant
  readonly vendor: ImportedTenant
  /** Ids of acme's environments by slug. */
  readonly environments: ReadonlyMap<string, string>
  readonly foreignEnvironment: string
  /** Expired, so that it can be authorised for longer. */
  readonly expiredCertificate: { readonly pem: string; readonly fingerprint: string }
  /** The group of acme's primary provider that administers. */
  readonly admins: { readonly idp: string; readonly group: string }
  /** Keys of the service accounts that call. */
  readonly keys: Keys
  /** Keys of service accounts that calls create. */
  readonly otherKeys: Keys
  /** What was made once, by name. */
  readonly made: Map<string, Promise<unknown>>
  /** For the cell that may drill it. */
  recoveryCode: string
}
type Keys = ReturnType<typeof rsaKeys>

export async function createWorld(): Promise<World> {
  const [keys, otherKeys] = [rsaKeys(), rsaKeys()]
  const server = await createTestServer()
  const serviceAccounts = [
    { environment: 'production', name: 'plain', key1: keys.publicPem, applications: ['billing:viewer'] },
    { environment: 'production', name: 'administrator', key1: keys.publicPem, applications: ['portal:security-admin'] },
  ]
  const acme = await server.importTenant(smallTenant('acme', { serviceAccounts }))
  const globex = await server.importTenant(smallTenant('globex'))
  const vendor = await server.importTenant(vendorTenant())
  const environmentsOf = (tenant: ImportedTenant) =>
    tenantScope(server.database, tenant.id).transaction((tx) =>
      tx.db.selectFrom('environments').select(['id', 'slug']).where('tenant_id', '=', tenant.id).execute(),
    )
  const environments = new Map((await environmentsOf(acme)).map((row) => [row.slug, row.id]))
  const foreignEnvironment = (await environmentsOf(globex)).find((row) => row.slug === 'production')?.id ?? ''
  const { certificate, fingerprint } = await createOurKeyPair({
    commonName: 'expired',
    nowMs: Date.UTC(2020, 0, 1),
    years: 1,
    bits: 2048,
  })
  const expiredCertificate = { pem: certificate, fingerprint }
  const admins = await tenantScope(server.database, acme.id).transaction(async (tx) => {
    const [path] = await roleHolders(tx)
    return { idp: path?.providerId ?? '', group: path?.groupId ?? '' }
  })
  // An administrator reads the end of what is sealed.
  await sealAudit(server, [acme.id, globex.id])
  return {
    server,
    keys,
    otherKeys,
    made: new Map(),
    recoveryCode: '',
    acme,
    globex,
    vendor,
    environments,
    foreignEnvironment,
    expiredCertificate,
    admins,
  }
}

/** Makes something once for all cells that ask for it by this name. */
export function once<T>({ made }: World, name: string, make: () => Promise<T>): Promise<T> {
  const known = (made.get(name) as Promise<T> | undefined) ?? make()
  made.set(name, known)
  return known
}

/** A call of the matrix. */
export type Cell = {
  readonly endpoint: Endpoint
  /** It reads, or will be refused: what it is made with serves the next one too. */
  readonly changesNothing: boolean
}

/** What a call is made with: made once for all that change nothing, and a new one for each of the others. */
export function shared<T>(world: World, { changesNothing }: Cell, name: string, make: () => Promise<T>): Promise<T> {
  return changesNothing ? once(world, name, make) : make()
}

export async function applicationId(world: World, slug: string, tenant = world.acme): Promise<string> {
  const row = await tenantScope(world.server.database, tenant.id).transaction((tx) =>
    tx.db
      .selectFrom('applications')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow(),
  )
  return row.id
}
