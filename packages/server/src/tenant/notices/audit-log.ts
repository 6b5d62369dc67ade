import type { AuditLogNotice } from '@portico/core/contract'

import type { Deps } from '../../kit/http/deps.ts'

/** What this process knows is wrong with the tenant's audit log. A key that this host lacks is only the operator's concern. */
export function auditLogNotice({ auditAlarms }: Pick<Deps, 'auditAlarms'>, tenantId: string): AuditLogNotice | null {
  const alarm = auditAlarms.of(tenantId)
  if (alarm === undefined || alarm.found.kind === 'key-missing') return null
  return { state: alarm.state, since: alarm.since.toISOString() }
}
