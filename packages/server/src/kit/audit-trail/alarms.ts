import type { Logger } from 'pino'

import type { Finding } from './finding.ts'

/** `refused`: the server does not add to the tenant's seals. `waiting`: rows wait too long for their seal. */
export type AuditAlarm = { readonly state: 'refused' | 'waiting'; readonly since: Date; readonly found: Finding }

export type AuditAlarms = {
  /** What a turn at a tenant found; undefined: nothing. Logged when it begins, each hour while it lasts, and when it ends. */
  report(log: Pick<Logger, 'error' | 'info'>, of: Report): void
  of(tenantId: string): AuditAlarm | undefined
  /** Tenants with an alarm, by state. */
  counts(): Readonly<Record<AuditAlarm['state'], number>>
}

type Report = {
  readonly by: 'sealing' | 'retention'
  readonly tenantId: string
  readonly found: Finding | undefined
  readonly nowMs: number
}

const remindEveryMs = 3_600_000

/** What this process knows is wrong with audit logs, for the log, notices and metrics. */
export function createAuditAlarms(): AuditAlarms {
  const alarms = new Map<string, AuditAlarm & { saidAtMs: number }>()
  return {
    report(log, { by, tenantId, found, nowMs }) {
      const key = `${by} ${tenantId}`
      const before = alarms.get(key)
      if (found === undefined) {
        if (alarms.delete(key)) log.info({ tenantId }, 'the audit log of the tenant is sealed again')
        return
      }
      const isNew = before?.found.kind !== found.kind
      const saidAtMs = isNew || nowMs - before.saidAtMs >= remindEveryMs ? nowMs : before.saidAtMs
      const state = found.kind === 'unsealed-old' ? 'waiting' : 'refused'
      alarms.set(key, { state, since: isNew ? new Date(nowMs) : before.since, found, saidAtMs })
      if (saidAtMs === nowMs) log.error({ tenantId, finding: found.kind, seal: found.seal }, sentences[state](found))
    },
    of: (tenantId) => alarms.get(`sealing ${tenantId}`) ?? alarms.get(`retention ${tenantId}`),
    counts() {
      const counts = { refused: 0, waiting: 0 }
      for (const { state } of alarms.values()) counts[state] += 1
      return counts
    },
  }
}

const sentences: Readonly<Record<AuditAlarm['state'], (found: Finding) => string>> = {
  refused: ({ message }) =>
    `${message} New rows of this tenant are not sealed. Run portico-server audit verify; where the cause is known, such as a ` +
    'restore, portico-server audit accept.',
  waiting: ({ message }) => `${message} A transaction may be open in the database cluster: see pg_stat_activity.`,
}
