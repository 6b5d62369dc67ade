import type { Database } from '../database/connect.ts'
import { tenantScope, visitorScope, type TenantScope } from '../database/tenant-scope.ts'
import type { Credential } from './senders.ts'

/**
 * The scope for a sender's calls in its tenant. Support sessions have the share of visitors: the people of the tenant, who may
 * want to end them, always have the other half of its connections.
 */
export function senderScope(database: Database, credential: Credential): TenantScope {
  const isSupport = credential.kind === 'session' && credential.began === 'support'
  return (isSupport ? visitorScope : tenantScope)(database, credential.tenantId)
}
