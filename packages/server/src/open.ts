import type { Logger } from 'pino'

import { makeDataFolder } from './data-folder.ts'
import { openDatabase, type Database } from './database/connect.ts'
import type { Deps } from './deps.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { keyRecord } from './secrets/key-record.ts'
import { readSecretKeys, type SecretKeys } from './secrets/secret-keys.ts'
import type { Settings } from './settings.ts'
import { createGraph } from './sign-in/azure/graph.ts'
import { createProviderMetadata } from './sign-in/oidc/discovery.ts'
import { createKeySets } from './sign-in/oidc/key-sets.ts'
import { createMetadataCertificates } from './sign-in/saml/metadata-certificates.ts'
import { createProviderFetch } from './sign-in/provider-fetch.ts'
import { createTokenEndpoint, type TokenEndpoint } from './tokens/provider.ts'
import { readVariables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type OpenedStore = { readonly database: Database; readonly secrets: SecretBox; readonly keys: SecretKeys }

/** The database and the secret key of a data directory: what every command of the operator needs. */
export async function openStore(options: { dataDir: string; env: Environment; log: Logger }): Promise<OpenedStore> {
  const { dataDir, env, log } = options
  const variables = readVariables(env)
  makeDataFolder(dataDir)
  const keys = readSecretKeys(dataDir, env)
  const database = await openDatabase({
    dataDir,
    databaseUrl: variables.DATABASE_URL,
    appDatabaseUrl: variables.PORTICO_APP_DATABASE_URL,
    secretKey: keys,
    keyRecord: keyRecord(keys),
    appRole: variables.PORTICO_APP_ROLE,
    poolSize: variables.PORTICO_POOL_SIZE,
    tenantPoolSize: variables.PORTICO_TENANT_POOL_SIZE,
    log,
  })
  return { database, secrets: createSecretBox(keys), keys }
}

/** Everything a request handler may reach, over an opened and migrated store. */
export async function createDeps(
  store: Pick<OpenedStore, 'database' | 'secrets'>,
  options: { settings: Settings; log: Logger; clock: { now(): number } },
): Promise<{ deps: Deps; tokenEndpoint: TokenEndpoint }> {
  const { settings, log, clock } = options
  const providerFetch = createProviderFetch(settings)
  const partial = {
    ...store,
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
    samlMetadata: createMetadataCertificates({ fetch: providerFetch, clock }),
    rateLimits: createRateLimits(clock),
  }
  const tokenEndpoint = await createTokenEndpoint(partial)
  return { deps: { ...partial, accessTokens: tokenEndpoint.accessTokens }, tokenEndpoint }
}
