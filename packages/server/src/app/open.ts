import type { Logger } from 'pino'

import { introspectApiToken, isApiToken, revokePresentedApiToken } from '../machines/api-tokens/introspect.ts'
import { createAuditAlarms } from '../kit/audit-trail/alarms.ts'
import { auditKeysOf, type AuditKeys } from '../kit/audit-trail/keys.ts'
import { auditMemoryOf, type AuditMemory } from '../kit/audit-trail/memory.ts'
import { makeDataFolder, refuseFile } from '../kit/settings/data-folder.ts'
import { belongingOf, checkEmbedded } from '../kit/database/belonging.ts'
import { openDatabase, type Database, type KeyRecord } from '../kit/database/connect.ts'
import type { Deps } from '../kit/http/deps.ts'
import { createRateLimits } from '../kit/http/rate-limit.ts'
import type { Metrics } from '../kit/metrics/metrics.ts'
import { createSharedCounts } from '../kit/http/shared-counts.ts'
import { createSecretBox, type SecretBox } from '../kit/secrets/secret-box.ts'
import { keyRecord } from './key-record.ts'
import { readSecretKeys, type SecretKeys } from '../kit/secrets/secret-keys.ts'
import { createRowWriter } from '../kit/database/row-writer.ts'
import { insertScimRequests } from '../protocols/scim/inbox/insert.ts'
import { createTokenUses } from '../kit/database/token-uses.ts'
import { createSenders } from '../sign-in/sessions/senders.ts'
import type { Settings } from '../kit/settings/settings.ts'
import { createGraph } from '../kit/outbound/graph.ts'
import { authenticateClient } from '../protocols/openid/client-authentication.ts'
import { createPersonTokens, createRefreshTokens } from '../protocols/openid/person-tokens.ts'
import { createOpenidEndpoints, type OpenidEndpoints } from '../protocols/openid/endpoints.ts'
import { createProviderMetadata } from '../kit/outbound/discovery.ts'
import { createKeySets } from '../kit/outbound/key-sets.ts'
import { createProviderTenants } from '../providers/identity-providers/provider-tenants.ts'
import { createParsedKeys } from '../kit/keys/parsed-keys.ts'
import { createMetadataCertificates } from '../kit/outbound/metadata-certificates.ts'
import { createProviderFetch } from '../kit/outbound/provider-fetch.ts'
import { readAnswer } from '../protocols/saml/index.ts'
import { createTokenEndpoint, type TokenEndpoint } from '../protocols/oauth/endpoints.ts'
import { readVariables, type Environment } from '../kit/settings/variables.ts'

/** What an operator's command works on. */
export type Place = { readonly dataDir: string; readonly env: Environment; readonly log: Logger }

export type OpenedStore = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly keys: SecretKeys
  readonly auditKeys: AuditKeys
  readonly auditMemory: AuditMemory
}

/** The database and the secret key of a data directory, created where they are missing: for the commands that begin a deployment. */
export async function openStore(options: Place): Promise<OpenedStore> {
  const variables = readVariables(options.env)
  refuseFile(options.dataDir)
  if (variables.DATABASE_URL === undefined) await checkEmbedded(options.dataDir, { creates: true, isRestored: false })
  makeDataFolder(options.dataDir)
  const keys = readSecretKeys(options.dataDir, options.env)
  return openWith(options, { keys, record: keyRecord(keys), isRestored: false })
}

/** The same for a deployment that exists: creates neither data directory nor database nor keys. */
export async function openExisting(options: Place): Promise<OpenedStore> {
  const variables = readVariables(options.env)
  refuseFile(options.dataDir)
  if (variables.DATABASE_URL === undefined) await checkEmbedded(options.dataDir, { creates: false, isRestored: false })
  const keys = readSecretKeys(options.dataDir, options.env)
  return openWith(options, { keys, record: keyRecord(keys, { creates: false }), isRestored: false })
}

/** Only the secret keys, for checks of a backup before the database is opened. */
export async function openKeysToRestore({ dataDir, env }: Place): Promise<SecretKeys> {
  const variables = readVariables(env)
  refuseFile(dataDir)
  if (variables.DATABASE_URL === undefined) await checkEmbedded(dataDir, { creates: true, isRestored: true })
  makeDataFolder(dataDir)
  return readSecretKeys(dataDir, env)
}

/** The store of a database that a backup replaces: neither its keys nor its id have to fit. */
export async function openToRestore(options: Place, keys: SecretKeys): Promise<OpenedStore> {
  return openWith(options, { keys, record: undefined, isRestored: true })
}

async function openWith(
  { dataDir, env, log }: Place,
  { keys, record, isRestored }: { keys: SecretKeys; record: KeyRecord | undefined; isRestored: boolean },
): Promise<OpenedStore> {
  const variables = readVariables(env)
  const database = await openDatabase({
    dataDir,
    databaseUrl: variables.DATABASE_URL,
    appDatabaseUrl: variables.PORTICO_APP_DATABASE_URL,
    listenDatabaseUrl: variables.PORTICO_LISTEN_DATABASE_URL,
    secretKey: keys,
    keyRecord: record,
    belonging: belongingOf({ dataDir, embedded: variables.DATABASE_URL === undefined, log }, { isRestored }),
    appRole: variables.PORTICO_APP_ROLE,
    poolSize: variables.PORTICO_POOL_SIZE,
    tenantPoolSize: variables.PORTICO_TENANT_POOL_SIZE,
    log,
  })
  const auditKeys = auditKeysOf(dataDir, variables.PORTICO_AUDIT_KEY_FILE)
  return { database, secrets: createSecretBox(keys), keys, auditKeys, auditMemory: auditMemoryOf(dataDir) }
}

/** Everything a request handler may reach, over an opened and migrated store. */
export async function createDeps(
  store: Pick<OpenedStore, 'database' | 'secrets'> & Partial<Pick<OpenedStore, 'auditKeys' | 'auditMemory'>>,
  options: { settings: Settings; log: Logger; clock: { now(): number }; metrics?: Metrics; version?: string },
): Promise<{ deps: Deps; tokenEndpoint: TokenEndpoint; openid: OpenidEndpoints }> {
  const { settings, log, clock, metrics, version } = options
  const providerFetch = createProviderFetch(settings)
  const partial = {
    ...store,
    auditAlarms: createAuditAlarms(),
    settings,
    log,
    clock,
    providerFetch,
    providerMetadata: createProviderMetadata({
      fetch: providerFetch,
      clock,
      allowHttp: settings.allowLoopbackProviders,
    }),
    keySets: createKeySets({ fetch: providerFetch, clock }),
    graph: createGraph({ fetch: providerFetch, clock, graphUrl: settings.graphUrl }),
    samlMetadata: createMetadataCertificates({ fetch: providerFetch, read: readAnswer, clock }),
    parsedKeys: createParsedKeys(),
    providerTenants: createProviderTenants(store.database),
    apiTokenUses: createTokenUses('api_tokens', store.database, log),
    scimTokenUses: createTokenUses('scim_tokens', store.database, log),
    scimRequests: createRowWriter(store.database, log, { what: 'SCIM requests', insert: insertScimRequests }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(version === undefined ? {} : { version }),
    rateLimits: createRateLimits(clock, {
      limits: settings.rateLimits,
      shared: createSharedCounts(store.database, log),
    }),
  }
  const openid = createOpenidEndpoints(partial, () => senders)
  const tokenEndpoint = await createTokenEndpoint(partial, {
    applications: openid,
    authenticateClient: (fields, headers) => authenticateClient(fields, headers, partial),
    kinds: (verify) => [
      createPersonTokens(partial, verify),
      createRefreshTokens(partial, settings.baseUrl),
      {
        recognises: isApiToken,
        read: (token) => introspectApiToken(partial, token),
        revoke: (token, by) => revokePresentedApiToken(partial, token, by),
      },
    ],
  })
  const { accessTokens } = tokenEndpoint
  const senders = createSenders({ ...partial, accessTokens })
  return { deps: { ...partial, accessTokens, senders }, tokenEndpoint, openid }
}
