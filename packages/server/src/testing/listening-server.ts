import { sql } from 'kysely'

import { tenantScope, type TenantTransaction } from '../kit/database/tenant-scope.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import { serve } from '../app/serve.ts'
import { dependenciesOf, listAccounts, type AccountRow } from '../machines/service-accounts/queries.ts'
import type { Settings } from '../kit/settings/settings.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { keepProvider } from './keep-provider.ts'
import { addEmailDomain, addPeople, addSignIns, storedSecrets, type RecordedAttempt } from './tenant-rows.ts'
import { sealAudit } from './seal-audit.ts'
import { createTestServer, signedIn, smallTenant, withoutRateLimits, type TestServer } from './test-server.ts'

export { madeCertificate, type MadeCertificate } from './made-certificates.ts'
export { makePng } from './make-png.ts'
export type { RecordedAttempt } from './tenant-rows.ts'

/** The real server on a loopback port, with its own database, for programs that come by HTTP. */
export type ListeningServer = {
  readonly port: number
  readonly clock: TestServer['clock']
  /** A new tenant like {@link smallTenant}, with `more` in its file. */
  makeTenant(more: Record<string, unknown>): Promise<ListeningTenant>
  close(): Promise<void>
}

/** `idOf`: ids by the place in the list, where a test needs certain ones. */
type AccountsOptions = {
  readonly environmentId: string
  readonly applicationId?: string
  readonly key1: string
  readonly idOf?: (at: number) => string
}

export type StoredAccount = AccountRow & { readonly dependencies: readonly { appId: string; name: string }[] }

export type ListeningTenant = Pick<ImportedTenant, 'slug' | 'serviceAccountIds' | 'identityProviderIds'> & {
  /** By slug. */
  readonly environmentIds: ReadonlyMap<string, string>
  /** By slug. */
  readonly applicationIds: ReadonlyMap<string, string>
  /** Gives back what is unique in a deployment, for the next tenant. */
  freeFormats(): Promise<void>
  /** A session of a new person of these groups, as the `Set-Cookie` values of a sign-in. */
  /** `environment`: the slug of the one that is selected; null: none. */
  signIn(username: string, groups: readonly string[], environment?: string | null): Promise<readonly string[]>
  /** Ends every access token of the tenant. */
  endTokens(): Promise<void>
  /** The accounts of an environment as they are stored. */
  accounts(environmentId: string): Promise<readonly StoredAccount[]>
  /** The secrets of an identity provider as they are stored, opened. */
  providerSecrets(providerId: string): Promise<Readonly<Record<string, string>>>
  /** Puts the draft of an identity provider into effect, as Keep does after a test login that passed. */
  keepProvider(providerId: string): Promise<void>
  /** Gives a provider a username format, without a new version of it. */
  addEmailDomain(providerId: string, domain: string): Promise<void>
  /** Adds sign-ins to the flight recorder, the first of them as the newest. */
  addSignIns(attempts: readonly RecordedAttempt[]): Promise<void>
  /** Seals every row of the audit log. */
  sealAudit(): Promise<void>
  /** Changes what a sealed row says, as the owner of the database. */
  editAuditRow(targetName: string): Promise<void>
  /** Adds `count` people of a provider, from `Person 00000` on. */
  addPeople(providerId: string, count: number): Promise<void>
  /** Adds accounts that depend on one application, or on none. */
  addAccounts(names: readonly string[], o: AccountsOptions): Promise<void>
  /** All keys of service accounts were added this many days ago. */
  backdateKeys(days: number): Promise<void>
}

/** `change`: what differs from the ordinary settings. There are no rate limits. */
export async function listenTestServer(change: Partial<Settings>): Promise<ListeningServer> {
  const server = await createTestServer({ ...withoutRateLimits(), drainSecs: 0, ...change })
  const { tokenEndpoint } = server
  const running = await serve(server.deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  let made = 0
  return {
    port: running.port,
    clock: server.clock,
    makeTenant: async (more) => openTenant(server, await server.importTenant(smallTenant(`acme-${(made += 1)}`, more))),
    close: async () => {
      await running.stop()
      await server.close()
    },
  }
}

async function openTenant(server: TestServer, tenant: ImportedTenant): Promise<ListeningTenant> {
  const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    tenantScope(server.database, tenant.id).transaction(work)
  const idsOf = (table: 'environments' | 'applications') =>
    inTenant(async ({ db }) => {
      const rows = await db.selectFrom(table).select(['id', 'slug']).where('tenant_id', '=', tenant.id).execute()
      return new Map(rows.map((row) => [row.slug, row.id]))
    })
  return {
    ...tenant,
    environmentIds: await idsOf('environments'),
    applicationIds: await idsOf('applications'),
    freeFormats: () =>
      inTenant(
        async ({ db }) => void (await db.deleteFrom('username_formats').where('tenant_id', '=', tenant.id).execute()),
      ),
    signIn: async (username, groups, environment) => {
      const { cookies } = await signedIn(server, tenant, { username, groups, environment })
      return [...cookies].map(([name, value]) => `${name}=${value}; Path=/`)
    },
    endTokens: () =>
      inTenant(async ({ db }) => {
        const revoked = { revoked_at: sql<Date>`now()` }
        await db.updateTable('access_tokens').set(revoked).where('tenant_id', '=', tenant.id).execute()
      }),
    accounts: (environmentId) =>
      inTenant(async (tx) => {
        const rows = await listAccounts(tx, environmentId)
        const found = await dependenciesOf(
          tx,
          rows.map((row) => row.id),
        )
        return rows.map((row) => ({ ...row, dependencies: found.get(row.id) ?? [] }))
      }),
    providerSecrets: (providerId) => inTenant((tx) => storedSecrets(tx, providerId, server.deps.secrets)),
    keepProvider: (providerId) => keepProvider(server, tenant.id, providerId),
    addEmailDomain: (providerId, domain) => inTenant((tx) => addEmailDomain(tx, providerId, domain)),
    addSignIns: (attempts) => inTenant((tx) => addSignIns(tx, attempts, server.clock.now())),
    sealAudit: () => sealAudit(server, [tenant.id]),
    editAuditRow: async (targetName) => {
      await sql`update audit set action = 'other' where tenant_id = ${tenant.id} and target_name = ${targetName}`.execute(
        server.database.owner,
      )
    },
    addPeople: (providerId, count) => inTenant((tx) => addPeople(tx, { providerId, count, nowMs: server.clock.now() })),
    addAccounts: (names, o) => inTenant((tx) => addAccounts(tx, names, { ...o, nowMs: server.clock.now() })),
    backdateKeys: (days) =>
      inTenant(async ({ db, tenantId }) => {
        const added_at = new Date(server.clock.now() - days * 86_400_000)
        await db.updateTable('service_account_keys').set({ added_at }).where('tenant_id', '=', tenantId).execute()
      }),
  }
}

async function addAccounts(
  { db, tenantId }: TenantTransaction,
  names: readonly string[],
  o: AccountsOptions & { readonly nowMs: number },
): Promise<void> {
  const accounts = names.map((name, at) => ({
    tenant_id: tenantId,
    id: o.idOf?.(at) ?? uuidv7(o.nowMs),
    environment_id: o.environmentId,
    name,
    key1: o.key1,
    key1_algorithm: 'RSA',
    key1_thumbprint: 'x',
  }))
  const { applicationId } = o
  const dependencies = accounts.map(({ id }) => ({
    tenant_id: tenantId,
    service_account_id: id,
    application_id: applicationId ?? '',
    environment_id: o.environmentId,
    role_id: null,
  }))
  for (let at = 0; at < names.length; at += 500) {
    await db
      .insertInto('service_accounts')
      .values(accounts.slice(at, at + 500))
      .execute()
    if (applicationId === undefined) continue
    await db
      .insertInto('service_account_dependencies')
      .values(dependencies.slice(at, at + 500))
      .execute()
  }
}
