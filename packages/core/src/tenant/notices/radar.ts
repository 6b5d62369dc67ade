import type { IdentityProvider } from '../../providers/identity-providers/contract.ts'
import { expirationsOf, isReplaced, kindOfEnd } from '../../providers/identity-providers/expirations.ts'
import type { Notice } from './contract.ts'
import { daysUntil, levelOf, noticeLevels, scimTokenStepOf, stepOf } from '../../kit/expiry.ts'

/** A key of a service account that was saved as a certificate. */
export type ExpiringKey = {
  readonly accountId: string
  readonly environmentId: string
  readonly name: string
  readonly slot: 1 | 2
  readonly notAfter: string
}

/** A registered application with signing certificates: when they end, in their order; null: not known. */
export type ExpiringClient = {
  readonly applicationId: string
  readonly environmentId: string
  /** With the environment, because most applications are registered in several. */
  readonly name: string
  readonly ends: readonly (string | null)[]
}

/** An active SCIM token of an identity provider. */
export type ExpiringScimToken = {
  readonly id: string
  readonly providerId: string
  /** Name of the identity provider. */
  readonly provider: string
  readonly name: string
  readonly expiresAt: string
}

/** What a tenant has that can expire, as it is in effect: of drafts nothing, because sign-ins do not use them. */
export type Expiries = {
  readonly providers: readonly Pick<IdentityProvider, 'id' | 'name' | 'enabled' | 'certificates' | 'config'>[]
  readonly keys: readonly ExpiringKey[]
  readonly clients: readonly ExpiringClient[]
  readonly scimTokens: readonly ExpiringScimToken[]
  /** Expiry of an open setup URL, RFC 3339. */
  readonly setupUrl: string | null
  readonly recoveryCodes: string | null
}

/**
 * What expires within 60 days or has expired, the most urgent first: the one decision for the portal, the terminal, the
 * command line, the server's log and `portico-server doctor`. Disabled providers are left out, except for their SCIM tokens,
 * which stay valid. `now` in milliseconds since
 * the epoch.
 */
export function noticesOf(expiries: Expiries, now: number): Notice[] {
  const { providers, keys, clients, scimTokens, setupUrl, recoveryCodes } = expiries
  const found = [
    ...providers.filter(({ enabled }) => enabled).flatMap((provider) => ofProvider(provider, now)),
    ...keys.flatMap((key) => ofKey(key, now)),
    ...clients.flatMap((client) => ofClient(client, now)),
    ...scimTokens.flatMap((token) => ofScimToken(token, now)),
    ...ofTenant('setup-url', setupUrl, now),
    ...ofTenant('recovery-codes', recoveryCodes, now),
  ]
  return found.toSorted(
    (a, b) =>
      noticeLevels.indexOf(a.severity) - noticeLevels.indexOf(b.severity) ||
      Date.parse(a.expiresAt) - Date.parse(b.expiresAt),
  )
}

function ofProvider(provider: Expiries['providers'][number], now: number): Notice[] {
  const ends = expirationsOf(provider, now)
  return ends.flatMap((end) =>
    noticeOf(
      { kind: kindOfEnd(end), what: end.what, where: provider.name, targetId: provider.id },
      { at: end.at, isReplaced: isReplaced(end, ends, now), extendedUntil: extensionOf(end) },
      now,
    ),
  )
}

function extensionOf({ state, extendedUntil }: { state: string; extendedUntil: string | null }): string | null {
  return state === 'extended' ? extendedUntil : null
}

function ofKey({ accountId, environmentId, name, slot, notAfter }: ExpiringKey, now: number): Notice[] {
  const about = { kind: 'service-account-key', what: `key${slot}`, where: name } as const
  return noticeOf({ ...about, targetId: accountId, environmentId }, { at: notAfter }, now)
}

/** If there are two certificates, the one that expires first is replaced by the other. */
function ofClient({ applicationId, environmentId, name, ends }: ExpiringClient, now: number): Notice[] {
  return ends.flatMap((at, index) => {
    if (at === null) return []
    const what = index === 0 ? 'certificate1' : 'certificate2'
    const about = {
      kind: 'application-certificate',
      what,
      where: name,
      targetId: applicationId,
      environmentId,
    } as const
    const replaced = ends.some((other) => other !== null && Date.parse(other) > Math.max(now, Date.parse(at)))
    return noticeOf(about, { at, isReplaced: replaced }, now)
  })
}

function ofScimToken({ id, providerId, provider, name, expiresAt }: ExpiringScimToken, now: number): Notice[] {
  const about = {
    kind: 'scim-token',
    what: 'scimToken',
    where: provider,
    tokenName: name,
    targetId: providerId,
  } as const
  return noticeOf({ ...about, objectId: id }, { at: expiresAt, step: scimTokenStepOf(expiresAt, now) }, now)
}

function ofTenant(kind: 'setup-url' | 'recovery-codes', at: string | null, now: number): Notice[] {
  const what = kind === 'setup-url' ? 'setupUrl' : 'recoveryCodes'
  return at === null ? [] : noticeOf({ kind, what, where: null, targetId: null }, { at }, now)
}

type About = Pick<Notice, 'kind' | 'what' | 'where' | 'targetId' | 'tokenName'> & {
  readonly environmentId?: string
  /** Where an object of `targetId` is meant that has several. */
  readonly objectId?: string
}
type End = { readonly at: string; readonly step?: Notice['step'] | undefined } & Partial<
  Pick<Notice, 'isReplaced' | 'extendedUntil'>
>

function noticeOf(
  { objectId, ...about }: About,
  { at, isReplaced: replaced = false, extendedUntil = null, ...end }: End,
  now: number,
): Notice[] {
  const step = 'step' in end ? end.step : stepOf(at, now)
  if (step === undefined) return []
  const daysLeft = daysUntil(at, now)
  return [
    {
      environmentId: null,
      ...about,
      id: [
        about.kind,
        about.targetId ?? '',
        ...(about.kind === 'application-certificate' ? [about.environmentId] : []),
        ...(objectId === undefined ? [] : [objectId]),
        about.what,
        at,
      ].join(' '),
      expiresAt: at,
      daysLeft,
      step,
      severity: replaced ? 'later' : levelOf({ days: daysLeft }),
      isReplaced: replaced,
      extendedUntil,
    },
  ]
}
