import { getIdleTime, putIdleTime, readIdleTime } from '@portico/core/contract'

import { checkVersion, etagOf, versionOfContent } from '../../kit/http/etag.ts'
import { Failure } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { readIdleTimeOf, saveIdleTime } from './queries.ts'

const kind = 'idle-time'

export const idleTimeRoutes = [
  route(getIdleTime, ['admin', 'support-reading'], async ({ tx }) => {
    const value = await readIdleTimeOf(tx)
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(
    putIdleTime,
    ['admin', 'support-changing'],
    { 403: ['IDLE_TIME_READ_ONLY'], 412: ['STALE'] },
    async ({ tx, actor, body, ifMatch, audit }) => {
      const before = await readIdleTimeOf(tx, { isLocked: true })
      if (before.readonly) throw new Failure(403, 'IDLE_TIME_READ_ONLY', { resource: { type: kind } })
      checkVersion(ifMatch, versionOfContent(before), kind, actor.tenantId)
      const { idletime, readonly = before.readonly } = body
      checkReadOnly({ readonly }, before)
      if (idletime === before.idletime) return { etag: etagOf(versionOfContent(before)) }
      await saveIdleTime(tx, { secs: readIdleTime(idletime) })
      const after = { ...before, idletime }
      const target = { kind: 'tenant', id: actor.tenantId }
      await audit({ action: `${kind}.update`, target, before: { idletime: before.idletime }, after: { idletime } })
      return { etag: etagOf(versionOfContent(after)) }
    },
  ),
]
