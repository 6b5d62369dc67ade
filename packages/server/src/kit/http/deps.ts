import type { Logger } from 'pino'

import type { AuditAlarms } from '../audit-trail/alarms.ts'
import type { AuditKeys } from '../audit-trail/keys.ts'
import type { AuditMemory } from '../audit-trail/memory.ts'
import type { Database } from '../database/connect.ts'
import type { RowWriter } from '../database/row-writer.ts'
import type { ScimRequestRow } from '../database/tables.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RateLimits } from './rate-limit.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Settings } from '../settings/settings.ts'
import type { Graph } from '../outbound/graph.ts'
import type { ProviderFetch } from '../outbound/provider-fetch.ts'
import type { ProviderMetadata } from '../outbound/discovery.ts'
import type { KeySets } from '../outbound/key-sets.ts'
import type { MetadataCertificates } from '../outbound/metadata-certificates.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Senders } from './senders.ts'
import type { ProviderTenants } from './provider-tenants.ts'
import type { ParsedKeys } from '../keys/parsed-keys.ts'
import type { TokenUses } from '../database/token-uses.ts'

/** Everything a request handler may reach. Made once by the main files; tests make their own. */
export type Deps = {
  readonly database: Database
  readonly secrets: SecretBox
  /** Absent in tests that seal nothing. */
  readonly auditKeys?: AuditKeys
  /** Absent in tests that have no data directory. */
  readonly auditMemory?: AuditMemory
  readonly auditAlarms: AuditAlarms
  readonly settings: Settings
  readonly clock: { now(): number }
  readonly log: Logger
  readonly providerFetch: ProviderFetch
  readonly providerMetadata: ProviderMetadata
  readonly keySets: KeySets
  readonly graph: Graph
  readonly samlMetadata: MetadataCertificates
  readonly parsedKeys: ParsedKeys
  readonly providerTenants: ProviderTenants
  readonly accessTokens: AccessTokens
  readonly senders: Senders
  readonly apiTokenUses: TokenUses
  readonly scimTokenUses: TokenUses
  readonly scimRequests: RowWriter<ScimRequestRow>
  readonly rateLimits: RateLimits
  /** Absent if /metrics is not set up. */
  readonly metrics?: Metrics
  /** Version of the installation (package.json); absent in tests. */
  readonly version?: string
  /** Whether the process is stopping. */
  readonly draining?: () => boolean
  /** Tests: every JSON answer is checked against its contract. */
  readonly checkReplies?: boolean
}
