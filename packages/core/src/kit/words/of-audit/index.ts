import { auditActions } from './audit-actions.ts'
import { auditReverts } from './audit-reverts.ts'
import { audit } from './audit.ts'

/** Sentences about the audit log, loaded with its page. */
export const auditEn = {
  ...audit,
  ...auditActions,
  ...auditReverts,
} as const
