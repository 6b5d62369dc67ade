/** How the sign-in of a tenant fares, the worst first. */
export const tenantHealths = [
  'no-provider',
  'no-primary',
  'failing',
  'expired',
  'expiring',
  'unused',
  'working',
] as const
export type TenantHealth = (typeof tenantHealths)[number]

/** Attempts in a row that must fail before a provider counts as failing: people mistype passwords. */
export const failingFrom = 3

/** What the contract has of each identity provider (contract.ts, which names the healths). */
type Provider = {
  readonly enabled: boolean
  readonly primary: boolean
  readonly lastSignInAt: string | null
  readonly failedSince: number
}
type Providers = { readonly providers: readonly Provider[] }

/** The worst that is known of the identity providers; disabled ones do not count. */
export function healthOf({
  providers,
  expiries,
}: Providers & { readonly expiries: readonly { readonly expired: boolean }[] }): TenantHealth {
  const enabled = providers.filter((provider) => provider.enabled)
  if (enabled.length === 0) return 'no-provider'
  if (!enabled.some(({ primary }) => primary)) return 'no-primary'
  if (enabled.some(({ failedSince }) => failedSince >= failingFrom)) return 'failing'
  if (expiries.some(({ expired }) => expired)) return 'expired'
  if (expiries.length > 0) return 'expiring'
  return enabled.some(({ lastSignInAt }) => lastSignInAt !== null) ? 'working' : 'unused'
}

/** The latest sign-in of any provider among the last attempts; null: no attempt succeeded. */
export function lastSignInOf({ providers }: Providers): string | null {
  return providers.reduce<string | null>(
    (latest, { lastSignInAt: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  )
}
