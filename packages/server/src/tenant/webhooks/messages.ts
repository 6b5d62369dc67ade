import type { AuditRow, WebhookEvent } from '@portico/core/contract'

import type { SettledRow } from '../../kit/audit-trail/settled.ts'

export type Interests = { readonly events: readonly WebhookEvent[]; readonly actions: readonly string[] }

export type SendingTenant = { readonly id: string; readonly slug: string }

type Kind = 'audit.rows' | 'notice.expiring'

/** A notice is a row of the audit log too (notices/watch-expiries.ts). A webhook with that event gets it as a notice. */
function kindOf({ action }: AuditRow, { events, actions }: Interests): Kind | undefined {
  if (action.endsWith('.warn') && events.includes('notices')) return 'notice.expiring'
  if (!events.includes('audit')) return undefined
  return actions.length === 0 || actions.some((start) => action.startsWith(start)) ? 'audit.rows' : undefined
}

/**
 * The first message that these rows make: rows of one kind without another between them, at most `rowsMax` and about
 * `bytesMax`, at least one. `last`: the row that it ends with, or the last row passed over where there is none to send.
 */
export function firstMessage(
  rows: readonly SettledRow[],
  interests: Interests,
  { rowsMax, bytesMax }: { readonly rowsMax: number; readonly bytesMax: number },
): { readonly kind: Kind | undefined; readonly sent: readonly AuditRow[]; readonly last: SettledRow | undefined } {
  const sent: AuditRow[] = []
  let kind: Kind | undefined
  let last: SettledRow | undefined
  let bytes = 0
  for (const one of rows) {
    const its = kindOf(one.row, interests)
    if (its !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(one.row))
      if (kind !== undefined && (its !== kind || sent.length === rowsMax || bytes > bytesMax)) break
      kind = its
      sent.push(one.row)
    }
    last = one
  }
  return { kind, sent, last }
}

/** The JSON of a message. `timestamp` is the time of its last row, the same at each attempt. */
export function bodyOf(kind: Kind, tenant: SendingTenant, rows: readonly AuditRow[]): string {
  const timestamp = rows.at(-1)?.at
  const data = kind === 'audit.rows' ? { tenant, rows } : { tenant, notices: rows.map(noticeOf) }
  return JSON.stringify({ type: kind, timestamp, data })
}

export function pingBody(tenant: SendingTenant, webhookId: string, nowMs: number): string {
  return JSON.stringify({ type: 'ping', timestamp: new Date(nowMs).toISOString(), data: { tenant, webhookId } })
}

/** One notice: what expires, and the warning that was recorded when it reached this stage. */
function noticeOf({ id, at, action, target, after }: AuditRow) {
  const { what, at: expiresAt, days: daysLeft, warning } = (after ?? {}) as Readonly<Record<string, unknown>>
  return { id, at, kind: action.replace(/\.warn$/, ''), target, what, expiresAt, daysLeft, warning }
}
