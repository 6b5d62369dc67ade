import type { Branding } from '@portico/core/contract'

import type { Deps } from '../../kit/http/deps.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import type { SenderBranding } from '../../kit/http/senders.ts'
import type { Settings } from '../../kit/settings/settings.ts'
import { logoPath } from './logo.ts'
import { findBranding } from './rows.ts'

/** The branding of a page, and the sides of its logo in pixels. */
export type Brand = Branding & { readonly logoSides: { readonly width: number; readonly height: number } | null }

type TenantBrand = SenderBranding & { readonly tenantName: string }

/** The branding that a request gets, and what becomes of the cookie that keeps its key. */
export type Shown = {
  readonly brand: Brand
  /** The value of the cookie that keeps it; undefined: the cookie stays as it is; null: it is removed. */
  readonly kept?: string | null
  readonly isLasting?: boolean
}

const nothing: SenderBranding = {
  key: '',
  name: null,
  primaryColor: null,
  accentColor: null,
  privacyPolicyUrl: null,
  logo: null,
}

const keyForm = /^[A-Za-z0-9_-]{22}$/
/** Prefix of the cookie if a sign-in address set it: the key then counts without a remembered username. */
const linkMark = 'link.'

export function deploymentBrand(settings: Settings): Brand {
  const { logo } = settings
  return {
    companyName: settings.companyName,
    hasOwnName: false,
    applicationName: settings.applicationName,
    privacyPolicyUrl: settings.privacyPolicyUrl,
    supportUrl: settings.supportUrl,
    analyticsInfoUrl: settings.analyticsInfoUrl,
    logo: logo && logoPath('deployment', logo.hash),
    logoSides: logo,
    primaryColor: settings.primaryColor,
    accentColor: settings.accentColor,
  }
}

/** What a tenant has not set comes from the deployment. The name is shown in the header and in titles. */
function tenantBrand(settings: Settings, tenant: TenantBrand): Brand {
  const house = deploymentBrand(settings)
  const { key, name, logo, primaryColor, accentColor, privacyPolicyUrl } = tenant
  return {
    ...house,
    companyName: name ?? tenant.tenantName,
    hasOwnName: name !== null,
    applicationName: name ?? house.applicationName,
    privacyPolicyUrl: privacyPolicyUrl ?? house.privacyPolicyUrl,
    ...(logo && { logo: logoPath(key, logo.hash), logoSides: logo }),
    ...(primaryColor === null ? {} : { primaryColor, accentColor }),
  }
}

/**
 * The brand of a request: that of the tenant of its session or token; otherwise that of the key in its address
 * (`/login?brand=…`) or in its cookie. No username that a person types selects one (docs/decisions/0103).
 */
export async function brandOf(request: Request, deps: Pick<Deps, 'database' | 'settings' | 'senders'>): Promise<Shown> {
  const { settings } = deps
  const sender = await senderOf(request, deps)
  if (sender !== undefined) {
    const { tenant, actor } = sender
    const brand = tenantBrand(settings, { ...(tenant.branding ?? nothing), tenantName: tenant.name })
    return {
      brand,
      ...(actor.kind === 'user'
        ? kept(request, settings, isEmpty(tenant.branding) ? undefined : tenant.branding?.key)
        : {}),
    }
  }
  const asked = new URL(request.url).searchParams.get('brand') ?? undefined
  const cookie = readCookie(request, settings, 'brand')
  const remembered = cookie?.startsWith(linkMark)
    ? cookie.slice(linkMark.length)
    : remembers(request, settings)
      ? cookie
      : undefined
  const key = asked ?? remembered
  const found = key !== undefined && keyForm.test(key) ? await findBranding(deps.database, key) : undefined
  if (found === undefined || isEmpty(found)) return { brand: deploymentBrand(settings) }
  return { brand: tenantBrand(settings, found), ...(asked === undefined ? {} : { kept: linkMark + asked }) }
}

async function senderOf(request: Request, { senders, settings }: Pick<Deps, 'senders' | 'settings'>) {
  const isNamed =
    request.headers.get('authorization') !== null || readCookie(request, settings, 'session') !== undefined
  return isNamed ? senders.senderOf(request).catch(() => undefined) : undefined
}

/** A signed-in person's browser keeps the key if it remembers the username, and forgets that of another tenant. */
function kept(request: Request, settings: Settings, key: string | undefined): Omit<Shown, 'brand'> {
  const cookie = readCookie(request, settings, 'brand')
  if (key !== undefined && remembers(request, settings)) return cookie === key ? {} : { kept: key, isLasting: true }
  return cookie === undefined || cookie === `${linkMark}${key}` ? {} : { kept: null }
}

/** Spec section 4: the cookie `userId` is saved if the person asked for it, and removed otherwise. */
const remembers = (request: Request, settings: Settings) => readCookie(request, settings, 'userId') !== undefined

function isEmpty(branding: SenderBranding | null): boolean {
  if (branding === null) return true
  const { name, logo, primaryColor, privacyPolicyUrl } = branding
  return name === null && logo === null && primaryColor === null && privacyPolicyUrl === null
}
