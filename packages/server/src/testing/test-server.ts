import { familyOf } from '@portico/core/contract'
import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { createApp } from '../app/app.ts'
import { silentLog } from '../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database/testing/test-database.ts'
import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'
import { fixedAuditKeys } from '../kit/audit-trail/keys.ts'
import { createDeps } from '../app/open.ts'
import { checkAuditSecrets } from './audit-secrets.ts'
import { secretKeyOf } from '../kit/secrets/secret-key.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import { createSecretBox, hashToken, randomToken, type SecretBox } from '../kit/secrets/secret-box.ts'
import { csrfTokenOf } from '../kit/http/csrf.ts'
import { rateLimitNames, rateLimitVariable } from '../kit/settings/rate-limits.ts'
import { createSession } from '../sign-in/sessions/queries.ts'
import { startLogouts } from '../applications/application-logouts/queue.ts'
import { readSettings, type Settings } from '../kit/settings/settings.ts'
import { importTenant, type ImportedTenant } from '../operator/tenant-import/import.ts'
import { checkTenantFile } from '../operator/tenant-import/tenant-file.ts'
import type { TokenEndpoint } from '../protocols/oauth/endpoints.ts'
import { createBrowser, testBaseUrl, type Browser } from './browser.ts'
import { giveFederationKeys, giveSigningKey, madeKeyBits } from './made-keys.ts'

// For tests that use the server; those with separate databases import the files.
export { rsaKeys, signAssertion } from './assertions.ts'
export { createBrowser, testBaseUrl, type Browser } from './browser.ts'
export { smallTenant, vendorTenant } from './small-tenants.ts'

/** The real server in process: real routes, rules and database; no socket, no mock. */
export type TestServer = {
  readonly deps: Deps
  readonly database: TestDatabase
  readonly tokenEndpoint: TokenEndpoint
  /** Tells applications of ended sessions. */
  readonly startLogouts: (everyMs?: number) => () => Promise<void>
  readonly clock: { now(): number; advance(ms: number): void }
  fetch(request: Request): Promise<Response>
  importTenant(input: unknown): Promise<ImportedTenant>
  close(): Promise<void>
}

/** `secrets`: where another process works on the same database; `database`: one of the test's own. `makesKeys`: for tests whose subject is how our keys come to be; the others get keys that are made already. */
export async function createTestServer(
  change: Partial<Settings> = {},
  {
    makesKeys = false,
    secrets = createSecretBox(randomBytes(32)),
    log = silentLog as unknown as Deps['log'],
    database: own,
  }: { makesKeys?: boolean; secrets?: SecretBox; log?: Deps['log']; database?: TestDatabase } = {},
): Promise<TestServer> {
  const database = own ?? (await createTestDatabase())
  let offset = 0
  const clock = { now: () => Date.now() + offset, advance: (ms: number) => void (offset += ms) }
  const settings = {
    ...readSettings({}, testBaseUrl),
    allowLoopbackProviders: true,
    federationKeyBits: madeKeyBits,
    ...change,
  }
  const auditKeys = fixedAuditKeys([secretKeyOf(randomBytes(32))])
  if (!makesKeys) await giveSigningKey(database, secrets)
  const {
    deps: opened,
    tokenEndpoint,
    openid,
  } = await createDeps({ database, secrets, auditKeys }, { settings, log, clock })
  const deps = { ...opened, checkReplies: true }
  const app = createApp(deps)
  return {
    deps,
    database,
    tokenEndpoint,
    startLogouts: (everyMs) => startLogouts({ ...deps, signer: openid.signer }, everyMs),
    clock,
    async fetch(request) {
      // What a test changed as the owner of the database has arrived, as it has a moment later everywhere else.
      await database.changes.catchUp().catch(() => {})
      return app.fetch(request, { address: '127.0.0.1' })
    },
    async importTenant(input) {
      const file = checkTenantFile(input)
      const tenant = await importTenant({ database, secrets, clock, operator: 'test', readSecret: String }, file)
      const saml = file.identityProviders.some(({ type }) => familyOf(type) === 'saml')
      if (saml && !makesKeys) await giveFederationKeys(database, secrets, tenant.id)
      return tenant
    },
    async close() {
      // A test may have stopped the database.
      const isThere = await sql`select`
        .execute(database.owner)
        .then(() => true)
        .catch(() => false)
      try {
        if (isThere) await checkAuditSecrets(database)
      } finally {
        await database.close()
      }
    },
  }
}

/** The settings of a server without rate limits, for tests that ask more often than a person does. */
export function withoutRateLimits(): Pick<Settings, 'rateLimits'> {
  const off = rateLimitNames.filter((name) => name !== 'wrong-codes').map((name) => [rateLimitVariable(name), 'off'])
  const { rateLimits } = readSettings(Object.fromEntries(off) as Record<string, string>, testBaseUrl)
  return { rateLimits }
}

/** A person with groups and a session, put where a sign-in would have put them. */
export async function signedIn(
  server: TestServer,
  tenant: ImportedTenant,
  options: { username: string; groups: readonly string[]; environment?: string | null | undefined },
): Promise<Browser> {
  const { secrets, settings, clock } = server.deps
  const token = randomToken()
  const providerId = [...tenant.identityProviderIds.values()][0] ?? ''
  await tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const userId = uuidv7(clock.now())
    await tx.db
      .insertInto('users')
      .values({
        tenant_id: tenant.id,
        id: userId,
        identity_provider_id: providerId,
        subject: options.username,
        username: options.username,
        name: options.username,
        nickname: options.username,
        email: null,
        last_sign_in_at: null,
      })
      .execute()
    for (const claim of options.groups) {
      const group = await tx.db
        .insertInto('groups')
        .values({ tenant_id: tenant.id, id: uuidv7(clock.now()), identity_provider_id: providerId, claim, name: claim })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'identity_provider_id', 'claim']).doUpdateSet({ claim }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.db
        .insertInto('user_groups')
        .values({ tenant_id: tenant.id, user_id: userId, group_id: group.id })
        .execute()
    }
    const { environment: slug = 'production' } = options
    const environment =
      slug === null
        ? null
        : await tx.db
            .selectFrom('environments')
            .select('id')
            .where('tenant_id', '=', tenant.id)
            .where('slug', '=', slug)
            .executeTakeFirstOrThrow()
    await createSession(tx, {
      hash: hashToken(token),
      signInId: randomUUID(),
      userId,
      identityProviderId: providerId,
      environmentId: environment?.id ?? null,
      providerSession: null,
      credentialsAgeSecs: 0,
      lifetimeSecs: 43_200,
    })
  })
  return createBrowser(server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}
