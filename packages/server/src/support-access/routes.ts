import { getSupportAccess, putSupportAccess } from '@portico/core/contract'

import { checkVersion, etagOf, versionOfContent } from '../http/etag.ts'
import { route } from '../http/route.ts'
import { readSupportAccess, saveSupportAccess } from './queries.ts'

const kind = 'support-access'

export const supportAccessRoutes = [
  route(getSupportAccess, 'admin', async ({ tx }) => {
    const value = await readSupportAccess(tx)
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(putSupportAccess, 'admin', async ({ tx, actor, body, ifMatch, audit }) => {
    const before = await readSupportAccess(tx, { isLocked: true })
    checkVersion(ifMatch, versionOfContent(before), kind, actor.tenantId)
    const after = { allowProsAccess: body.allowProsAccess, allowProsChange: body.allowProsChange }
    const answer = { value: after, etag: etagOf(versionOfContent(after)) }
    if (versionOfContent(before) === versionOfContent(after)) return answer
    await saveSupportAccess(tx, after)
    await audit({ action: `${kind}.update`, target: { kind: 'tenant', id: actor.tenantId }, before, after })
    return answer
  }),
]
