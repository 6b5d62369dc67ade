import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

const hex = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), 'INVALID_VALUE'))

/** The end of the sealed audit log, signed by the server: kept elsewhere, it shows later that nothing was cut from the end. */
export const AuditHead = v.object({
  format: v.literal('portico-audit-head'),
  version: v.literal(1),
  tenant: v.pipe(v.string(), v.uuid('INVALID_VALUE')),
  /** Number of the last seal. */
  seal: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sealedAt: v.pipe(v.string(), v.maxLength(40)),
  mac: hex(32),
  keyId: v.pipe(v.string(), v.maxLength(64)),
  signature: hex(32),
})
export type AuditHead = v.InferOutput<typeof AuditHead>

/** What a verification can find. */
export const auditFindings = [
  'row-edited',
  'row-missing',
  'row-inserted',
  'row-order',
  'seal-edited',
  'seal-missing',
  'tail-cut',
  'tail-replaced',
  'key-missing',
  'head-key',
  'head-invalid',
  'memory-cut',
  'memory-replaced',
  'tenant-gone',
  'row-backdated',
  'sealed-late',
  'unsealed-old',
  'log-empty',
] as const

export const AuditFinding = v.object({
  kind: v.picklist(auditFindings),
  /** Number of the seal; null if it concerns none. */
  seal: v.nullable(v.number()),
  /** Id of the row; null if it concerns none. */
  row: v.nullable(v.string()),
  message: v.string(),
})
export type AuditFinding = v.InferOutput<typeof AuditFinding>

export const AuditVerification = v.object({
  checkedSeals: v.number(),
  checkedRows: v.number(),
  findings: v.array(AuditFinding),
  /** `from` of the next part; null after the last. */
  next: v.nullable(v.number()),
  /** Rows that no seal covers yet; only in the last part. */
  unsealed: v.nullable(v.object({ rows: v.number(), oldestAt: v.nullable(v.string()) })),
  /** The seal that the server remembers outside the database, and since when it does; null: it remembers nothing. */
  remembered: v.optional(v.nullable(v.object({ seal: v.number(), since: v.string() }))),
})
export type AuditVerification = v.InferOutput<typeof AuditVerification>

/** 404 where nothing is sealed yet, 409 `AUDIT_KEY_MISSING` where the server has no key. */
export const getAuditHead = endpoint({
  name: 'getAuditHead',
  summary: 'Read the signed head of the audit log',
  method: 'GET',
  path: '/portal/admin/audit/head',
  reply: AuditHead,
})

/** One part: at most some thousand rows. 409 `AUDIT_KEY_MISSING` where the server has no key. */
export const verifyAudit = endpoint({
  name: 'verifyAudit',
  summary: 'Check a part of the audit log against its seals',
  method: 'GET',
  path: '/portal/admin/audit/verification',
  query: v.object({
    from: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'INVALID_VALUE'))),
    /** An {@link AuditHead} as JSON, compared in the first part. */
    head: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  }),
  reply: AuditVerification,
})
