import { listNotices, noticesOf } from '@portico/core/contract'

import { route } from '../../kit/http/route.ts'
import { auditLogNotice } from './audit-log.ts'
import { readExpiries } from './expiries.ts'

export const noticeRoutes = [
  route(listNotices, ['admin', 'support-reading'], async ({ tx, deps }) => {
    const nowMs = deps.clock.now()
    const expiries = await readExpiries(tx, nowMs)
    const notices = noticesOf(expiries, nowMs)
    const total = notices.length + expiries.beyond
    return { value: { notices, total, auditLog: auditLogNotice(deps, tx.tenantId) } }
  }),
]
