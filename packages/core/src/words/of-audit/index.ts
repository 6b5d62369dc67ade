import { auditActions } from './audit-actions.ts'
import { audit } from './audit.ts'

/** Sentences about the audit log, loaded with its page. */
export const auditEn = {
  ...audit,
  ...auditActions,
} as const
