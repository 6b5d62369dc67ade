import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

const path = '/portal/admin/audit/{id}/revert'
const Fields = v.record(v.string(), v.unknown())

/** What a revert sets: each field with its present value and with the value that it gets. */
export const AuditRevert = v.object({
  before: Fields,
  after: Fields,
  /** Why the change cannot be taken back; null: it can. */
  refusal: v.nullable(v.object({ errorID: v.string(), errorMessage: v.string() })),
})
export type AuditRevert = v.InferOutput<typeof AuditRevert>

/** Makes the same checks as the revert, and changes nothing. 404 if there is no such entry. */
export const previewAuditRevert = endpoint({
  name: 'previewAuditRevert',
  summary: 'Show what taking back a change of the audit log would set, or why it cannot be taken back',
  method: 'GET',
  path,
  reply: AuditRevert,
})

/** Sets the fields to what they were before the change. 409 `REVERT_…`, or the failure of the ordinary change. */
export const revertAudit = endpoint({
  name: 'revertAudit',
  summary: 'Take back a change of the audit log',
  method: 'POST',
  path,
  reply: AuditRevert,
})
