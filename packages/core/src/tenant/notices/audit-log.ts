import type { Words } from '../../kit/words/words.ts'
import type { AuditLogNotice } from './contract.ts'
import type { NoticeLevel } from '../../kit/expiry.ts'

/** Rows that wait may be sealed soon; a log that the server refuses to seal may have been changed. */
export function auditLogLevel({ state }: AuditLogNotice): NoticeLevel {
  return state === 'refused' ? 'urgent' : 'soon'
}

export function auditLogSentence({ state }: AuditLogNotice, say: Words['say']): string {
  return say(`notices.auditLog.${state}`)
}

/** What shows more. */
export const auditLogCommand = 'portico audit verify'
