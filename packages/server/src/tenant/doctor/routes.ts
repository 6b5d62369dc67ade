import { getDoctorFacts } from '@portico/core/contract'

import { newerMigrations } from '../../kit/database/migrate.ts'
import { route } from '../../kit/http/route.ts'
import { auditLogNotice } from '../notices/audit-log.ts'
import { readDoctorFacts } from './facts.ts'

export const doctorRoutes = [
  route(getDoctorFacts, ['admin', 'support-reading'], async ({ tx, deps }) => {
    const nowMs = deps.clock.now()
    const facts = await readDoctorFacts(tx, { nowMs, scimTokensMax: deps.settings.scimTokensMax })
    const auditLog = auditLogNotice(deps, tx.tenantId)
    return {
      // On another connection: the record of migrations belongs to the owner.
      async afterwards() {
        const newer = await newerMigrations(deps.database)
        const now = new Date(deps.clock.now()).toISOString()
        return { value: { now, version: deps.version ?? null, newerMigrations: newer, auditLog, ...facts } }
      },
    }
  }),
]
