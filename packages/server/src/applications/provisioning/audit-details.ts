import { addressWithoutPath } from '../../tenant/webhooks/audit-details.ts'
import { configOf, type ConnectionRow } from './connections.ts'

/** What the audit log has about a connection: only the origin of the address, because a path can contain a key. */
export function auditedConnection(row: ConnectionRow) {
  const { url, ...config } = configOf(row)
  return { url: addressWithoutPath(url), ...config, environment: row.environment_id }
}
