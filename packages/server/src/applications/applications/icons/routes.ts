import {
  getApplicationIcon,
  linkApplicationIcon,
  putApplicationIcon,
  removeApplicationIcon,
} from '@portico/core/contract'

import { recordAudit, type AuditEntry } from '../../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { invalid, notFound } from '../../../kit/http/failure.ts'
import { route } from '../../../kit/http/route.ts'
import { findApplication } from '../queries.ts'
import { iconPath } from './icon-path.ts'
import { readIcon, type Icon } from './icon.ts'
import { findIcon, removeIcon, saveIcon } from './rows.ts'

export const iconRoutes = [
  route(
    putApplicationIcon,
    ['admin', 'support-changing'],
    { 400: ['ICON_SIZE', 'ICON_TOO_LARGE', 'ICON_UNREADABLE'] },
    async ({ tx, params, body, audit }) => {
      const application = await applicationOf(tx, params)
      const icon = checked(Buffer.from(await body.file.arrayBuffer()), 'file')
      return { value: await keep(tx, audit, { application, icon, sourceUrl: null }) }
    },
  ),

  // The address is asked outside of any transaction; the right to change is looked at again afterwards.
  route(
    linkApplicationIcon,
    ['admin', 'support-changing'],
    { 400: ['ICON_NOT_FETCHED', 'ICON_SIZE', 'ICON_TOO_LARGE', 'ICON_UNREADABLE'] },
    async ({ tx, params, body: { url }, actor, requestId, address, deps, later }) => {
      await applicationOf(tx, params)
      return {
        afterwards: async () => {
          const headers = { accept: 'image/png, image/jpeg, image/webp' }
          const response = await deps.providerFetch(url, { headers }).catch((error: unknown) => {
            deps.log.info({ requestId, url, err: error }, 'an icon was not fetched')
            return undefined
          })
          if (response?.status !== 200) throw invalid([{ errorID: 'ICON_NOT_FETCHED', fieldID: 'url' }])
          const icon = checked(Buffer.from(await response.arrayBuffer()), 'url')
          const by = {
            actor: { kind: actor.kind, id: actor.id, name: actor.name },
            requestId,
            address,
            nowMs: deps.clock.now(),
          } as const
          const value = await later(async (after) => {
            const audit = (entry: AuditEntry) => recordAudit(after, by, entry)
            return keep(after, audit, { application: await applicationOf(after, params), icon, sourceUrl: url })
          })
          return { value }
        },
      }
    },
  ),

  route(removeApplicationIcon, ['admin', 'support-changing'], async ({ tx, params, audit }) => {
    const { id, label } = await applicationOf(tx, params)
    if (await removeIcon(tx, id))
      await audit({ action: 'application.icon-remove', target: { kind: 'application', id, name: label } })
    return {}
  }),

  // The address holds the hash of the image, so a signed-in browser can cache it without asking again.
  route(getApplicationIcon, ['signed-in', 'support-reading'], async ({ tx, params }) => {
    const icon = await findIcon(tx, params.hash)
    if (icon === undefined) throw notFound()
    return {
      document: { type: icon.type, bytes: icon.bytes },
      headers: [
        ['Cache-Control', 'private, max-age=31536000, immutable'],
        ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
      ],
    }
  }),
]

type Named = { readonly id: string; readonly label: string }

async function applicationOf(
  tx: TenantTransaction,
  { envId, appId }: { envId: string; appId: string },
): Promise<Named> {
  const application = await findApplication(tx, envId, appId)
  if (application === undefined) throw notFound()
  return application
}

/** Throws 400 for what is not an image of a kind and size that is shown. */
function checked(bytes: Buffer, fieldID: string): Icon {
  const icon = readIcon(bytes)
  if (typeof icon === 'string') throw invalid([{ errorID: icon, fieldID }], 'application')
  return icon
}

async function keep(
  tx: TenantTransaction,
  audit: (entry: AuditEntry) => Promise<void>,
  { application: { id, label }, icon, sourceUrl }: { application: Named; icon: Icon; sourceUrl: string | null },
): Promise<{ icon: string }> {
  const { hash, type, width, height } = icon
  await saveIcon(tx, id, icon)
  const target = { kind: 'application', id, name: label }
  await audit({ action: 'application.icon', target, after: { hash, type, width, height, sourceUrl } })
  return { icon: iconPath(hash) }
}
