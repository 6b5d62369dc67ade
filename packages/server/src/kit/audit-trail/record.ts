import { sql } from 'kysely'

import { sendLater } from '../database/later.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { uuidv7 } from '../identifiers.ts'

/** One change, with the values before and after as the API shows them, without secrets. */
export type AuditEntry = {
  readonly action: string
  readonly target: { readonly kind: string; readonly id?: string | undefined; readonly name?: string | undefined }
  readonly before?: unknown
  readonly after?: unknown
}

export type AuditActor = {
  readonly kind: 'user' | 'service-account' | 'recovery' | 'setup' | 'support' | 'operator' | 'system'
  readonly id?: string | undefined
  readonly name: string
}

/** `address`: the caller's network address; undefined for work that no request asked for. */
export type AuditedBy = {
  readonly actor: AuditActor
  readonly requestId: string
  readonly nowMs: number
  readonly address?: string | undefined
}

/** Adds the row to the caller's transaction, so the change and its record commit together. */
export async function recordAudit(tx: TenantTransaction, by: AuditedBy, entry: AuditEntry): Promise<void> {
  await auditRow(tx, by, entry).execute()
}

/** The same, as part of the next message (later.ts). */
export async function sendAudit(tx: TenantTransaction, by: AuditedBy, entry: AuditEntry): Promise<void> {
  await sendLater(tx.db, auditRow(tx, by, entry))
}

function auditRow(tx: TenantTransaction, by: AuditedBy, entry: AuditEntry) {
  const row = tx.db.insertInto('audit').values({
    tenant_id: tx.tenantId,
    id: uuidv7(by.nowMs),
    actor_kind: by.actor.kind,
    actor_id: by.actor.id ?? null,
    actor_name: by.actor.name,
    action: entry.action,
    target_kind: entry.target.kind,
    target_id: entry.target.id ?? null,
    target_name: entry.target.name ?? (isOwnTenant(tx, entry) ? nameOfTenant(tx) : null),
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    request_id: by.requestId,
    address: by.address ?? null,
  })
  return row
}

/** A setting of the whole tenant: its row reads "Acme Industries" in lists, and the name finds it. */
const isOwnTenant = (tx: TenantTransaction, { target }: AuditEntry): boolean =>
  target.kind === 'tenant' && (target.id ?? tx.tenantId) === tx.tenantId

const nameOfTenant = (tx: TenantTransaction) => sql<string>`(select name from tenants where tenant_id = ${tx.tenantId})`
