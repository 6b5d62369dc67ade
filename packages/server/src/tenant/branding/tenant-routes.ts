import {
  getTenantBranding,
  putTenantBranding,
  putTenantLogo,
  removeTenantLogo,
  resetTenantBranding,
  type BrandingInput,
  type TenantBranding,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf, versionOfContent } from '../../kit/http/etag.ts'
import { invalid } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route, type TenantCall } from '../../kit/http/route.ts'
import { readLogo } from './logo.ts'
import { readTenantBranding, saveTenantBranding } from './rows.ts'

const kind = 'branding'

export const tenantBrandingRoutes = [
  route(getTenantBranding, ['admin', 'support-reading'], async ({ tx }) => shown(await readTenantBranding(tx))),

  route(
    putTenantBranding,
    ['admin', 'support-changing'],
    { 412: ['STALE'] },
    async ({ tx, body, readOnlyPart, ifMatch, actor, audit }) => {
      const before = await readTenantBranding(tx, { isLocked: true })
      checkVersion(ifMatch, versionOfContent(before), kind, actor.tenantId)
      checkReadOnly(readOnlyPart, before)
      if (isSame(before, body)) return shown(before)
      await saveTenantBranding(tx, body)
      return shown(await recorded('branding.update', { tx, actor, audit, before }))
    },
  ),

  route(resetTenantBranding, ['admin', 'support-changing'], async ({ tx, actor, audit }) => {
    const before = await readTenantBranding(tx, { isLocked: true })
    const none = { name: null, primaryColor: null, accentColor: null, privacyPolicyUrl: null, logo: null }
    if (before.signInPath !== null) await saveTenantBranding(tx, none)
    await recorded('branding.reset', { tx, actor, audit, before })
    return {}
  }),

  route(
    putTenantLogo,
    ['admin', 'support-changing'],
    { 400: ['LOGO_SIZE', 'LOGO_TOO_LARGE', 'LOGO_UNREADABLE'] },
    async ({ tx, body, actor, audit }) => {
      const logo = readLogo(Buffer.from(await body.file.arrayBuffer()))
      if (typeof logo === 'string') throw invalid([{ errorID: logo, fieldID: 'file' }], kind)
      const before = await readTenantBranding(tx, { isLocked: true })
      await saveTenantBranding(tx, { logo })
      return shown(await recorded('branding.logo', { tx, actor, audit, before }))
    },
  ),

  route(removeTenantLogo, ['admin', 'support-changing'], async ({ tx, actor, audit }) => {
    const before = await readTenantBranding(tx, { isLocked: true })
    if (before.logo !== null) await saveTenantBranding(tx, { logo: null })
    await recorded('branding.logo-remove', { tx, actor, audit, before })
    return {}
  }),
]

function isSame(before: TenantBranding, { primaryColor, accentColor, name, privacyPolicyUrl }: BrandingInput): boolean {
  const colours = [primaryColor, accentColor].map((colour) => colour?.toLowerCase() ?? null)
  const wanted = [...colours, name, privacyPolicyUrl]
  const now = [before.primaryColor, before.accentColor, before.name, before.privacyPolicyUrl]
  return wanted.every((value, at) => value === now[at])
}

const shown = (value: TenantBranding) => ({ value, etag: etagOf(versionOfContent(value)) })

type Change = Pick<TenantCall<typeof getTenantBranding>, 'actor' | 'audit'> & {
  readonly tx: TenantTransaction
  readonly before: TenantBranding
}

/** Reads the branding as it is now, and adds an audit row with the values that differ; a logo as its hash. */
async function recorded(action: string, { tx, actor, audit, before }: Change): Promise<TenantBranding> {
  const now = await readTenantBranding(tx)
  const [was, is] = [valuesOf(before), valuesOf(now)]
  const names = Object.keys(is).filter((name) => was[name] !== is[name])
  const only = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  if (names.length > 0)
    await audit({ action, target: { kind: 'tenant', id: actor.tenantId }, before: only(was), after: only(is) })
  return now
}

function valuesOf({ logo, signInPath: _, ...texts }: TenantBranding): Readonly<Record<string, string | null>> {
  return { ...texts, logo: logo?.hash ?? null }
}
