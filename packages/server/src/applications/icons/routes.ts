import {
  getApplicationIcon,
  iconBytesMax,
  iconSideMax,
  iconSideMin,
  linkApplicationIcon,
  putApplicationIcon,
  removeApplicationIcon,
  type WordId,
} from '@portico/core/contract'
import { createHash } from 'node:crypto'

import { recordAudit, type AuditEntry } from '../../audit/record.ts'
import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { route } from '../../http/route.ts'
import { findApplication } from '../queries.ts'
import { iconPath } from './icon-path.ts'
import { readImage, type Image } from './image.ts'
import { findIcon, removeIcon, saveIcon } from './rows.ts'

export const iconRoutes = [
  route(putApplicationIcon, 'admin', async ({ tx, params, body, audit }) => {
    const application = await applicationOf(tx, params)
    const image = checked(Buffer.from(await body.file.arrayBuffer()), 'file')
    return { value: await keep(tx, audit, { application, image, sourceUrl: null }) }
  }),

  // The address is asked outside of any transaction; the right to change is looked at again afterwards.
  route(linkApplicationIcon, 'admin', async ({ tx, params, body: { url }, actor, requestId, deps, later }) => {
    await applicationOf(tx, params)
    return {
      afterwards: async () => {
        const headers = { accept: 'image/png, image/jpeg, image/webp' }
        const response = await deps.providerFetch(url, { headers }).catch((error: unknown) => {
          deps.log.info({ requestId, url, err: error }, 'an icon was not fetched')
          return undefined
        })
        if (response?.status !== 200) throw invalid([{ errorID: 'ICON_NOT_FETCHED', fieldID: 'url' }])
        const image = checked(Buffer.from(await response.arrayBuffer()), 'url')
        const by = {
          actor: { kind: actor.kind, id: actor.id, name: actor.name },
          requestId,
          nowMs: deps.clock.now(),
        } as const
        const value = await later(async (after) => {
          const audit = (entry: AuditEntry) => recordAudit(after, by, entry)
          return keep(after, audit, { application: await applicationOf(after, params), image, sourceUrl: url })
        })
        return { value }
      },
    }
  }),

  route(removeApplicationIcon, 'admin', async ({ tx, params, audit }) => {
    const { id, label } = await applicationOf(tx, params)
    if (await removeIcon(tx, id))
      await audit({ action: 'application.icon-remove', target: { kind: 'application', id, name: label } })
    return {}
  }),

  // The address holds the hash of the image, so a signed-in browser can cache it without asking again.
  route(getApplicationIcon, 'signed-in', async ({ tx, params }) => {
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
function checked(bytes: Buffer, fieldID: string): Image {
  const refuse = (errorID: WordId) => invalid([{ errorID, fieldID }], 'application')
  if (bytes.length > iconBytesMax) throw refuse('ICON_TOO_LARGE')
  const image = readImage(bytes)
  if (image === undefined) throw refuse('ICON_UNREADABLE')
  const sides = [image.width, image.height]
  if (Math.min(...sides) < iconSideMin || Math.max(...sides) > iconSideMax) throw refuse('ICON_SIZE')
  return image
}

async function keep(
  tx: TenantTransaction,
  audit: (entry: AuditEntry) => Promise<void>,
  { application: { id, label }, image, sourceUrl }: { application: Named; image: Image; sourceUrl: string | null },
): Promise<{ icon: string }> {
  const { type, bytes, width, height } = image
  const hash = createHash('sha256').update(bytes).digest('hex')
  await saveIcon(tx, id, { hash, type, bytes, sourceUrl })
  const target = { kind: 'application', id, name: label }
  await audit({ action: 'application.icon', target, after: { hash, type, width, height, sourceUrl } })
  return { icon: iconPath(hash) }
}
