import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { Moment } from '../../kit/moment.ts'

const audit = '/portal/admin/audit'

/** Rows of one answer at most. */
export const auditRowsMax = 1000

/** One change, sign-in or token event, with the values before and after as the API shows them, without secrets. */
export const AuditRow = v.object({
  id: v.string(),
  at: v.string(),
  /** `kind`: `user`, `service-account`, `setup`, `recovery`, `operator`, `system` or another of a later version. */
  actor: v.object({ kind: v.string(), id: v.nullable(v.string()), name: v.string() }),
  /** Such as `service-account.create`: what it is about, then the verb. */
  action: v.string(),
  target: v.object({ kind: v.string(), id: v.nullable(v.string()), name: v.nullable(v.string()) }),
  before: v.unknown(),
  after: v.unknown(),
  /** Id of the request, which is also in the server's log. */
  requestId: v.string(),
  /** The caller's network address; null for work of the server itself, and for rows of earlier versions. */
  address: v.nullable(v.string()),
})
export type AuditRow = v.InferOutput<typeof AuditRow>

const isText = (typed: string) => !/[\0\p{Cs}]/u.test(typed)
const exact = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(320), v.check(isText, 'INVALID_VALUE')))
const moment = v.optional(Moment)

const filter = {
  /** Id or exact name of who did it. */
  actor: exact,
  /** An action, or the beginning of one: `service-account` finds `service-account.create`. */
  action: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,99}$/, 'INVALID_VALUE'))),
  targetKind: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,99}$/, 'INVALID_VALUE'))),
  /** Id or exact name of what was changed. */
  target: exact,
  requestId: exact,
  /** Words of the names of who did it and of what was changed. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200), v.check(isText, 'INVALID_VALUE'))),
  /** Rows at this moment or later. */
  since: moment,
  /** Rows before this moment. */
  until: moment,
}

/** The newest first, unless `sort` is `at`. */
export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'List the audit log: who changed what, and who signed in',
  method: 'GET',
  path: audit,
  query: v.object({
    ...filter,
    sort: v.optional(v.picklist(['at', '-at'], 'INVALID_VALUE')),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, 'INVALID_VALUE'))),
    /** The `next` of an earlier answer to the same filter. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  /** If few rows match, a page may be short or empty and still have a `next`, as for sign-ins (docs/decisions/0035). */
  reply: v.object({ entries: v.array(AuditRow), next: v.nullable(v.string()) }),
})

/** A document of JSON lines, the oldest row first: each line is an {@link AuditRow}. */
export const exportAudit = endpoint({
  name: 'exportAudit',
  summary: 'Export the audit log as JSON lines',
  method: 'GET',
  path: `${audit}/export`,
  query: v.object(filter),
  success: 200,
})
