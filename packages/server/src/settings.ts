/** What an operator decides, read once in the main files. */
export type Settings = {
  /** Public address without a trailing slash. Every absolute URL comes from here, never from a Host header. */
  readonly baseUrl: string
  readonly companyName: string
  readonly applicationName: string
  readonly privacyPolicyUrl: string
  readonly supportUrl: string | null
  readonly analyticsInfoUrl: string | null
  /** Development and demo: identity providers may be plain http on loopback. */
  readonly allowLoopbackProviders: boolean
  /** Network ranges (CIDR) identity providers may live in although they are private. */
  readonly allowedProviderRanges: readonly string[]
  /** Where Azure AD answers, and Microsoft Graph: a national cloud has others, and so has a simulated one. */
  readonly azureAuthorityUrl: string
  readonly graphUrl: string
  /** How many proxies in front are trusted to append to X-Forwarded-For; 0 takes the socket's address. */
  readonly trustedProxies: number
}

export function isSecure(settings: Settings): boolean {
  return settings.baseUrl.startsWith('https:')
}

/** Settings from environment variables (docs/guides/operating.md lists them); `baseUrl` may be given by the command. */
export function readSettings(env: Readonly<Record<string, string | undefined>>, baseUrl: string): Settings {
  return {
    baseUrl: checkedBaseUrl(env['PORTICO_BASE_URL'] ?? baseUrl),
    companyName: env['PORTICO_COMPANY_NAME'] ?? 'Portico',
    applicationName: env['PORTICO_APPLICATION_NAME'] ?? 'Portico',
    privacyPolicyUrl:
      checkedLink(env['PORTICO_PRIVACY_POLICY_URL'], 'PORTICO_PRIVACY_POLICY_URL') ?? 'https://www.example.com/privacy',
    supportUrl: checkedLink(env['PORTICO_SUPPORT_URL'], 'PORTICO_SUPPORT_URL') ?? null,
    analyticsInfoUrl: checkedLink(env['PORTICO_ANALYTICS_INFO_URL'], 'PORTICO_ANALYTICS_INFO_URL') ?? null,
    allowLoopbackProviders: env['PORTICO_ALLOW_LOOPBACK_PROVIDERS'] === '1',
    allowedProviderRanges: (env['PORTICO_ALLOWED_PROVIDER_RANGES'] ?? '').split(/[\s,]+/).filter(Boolean),
    azureAuthorityUrl: address(
      env['PORTICO_AZURE_AUTHORITY_URL'],
      'PORTICO_AZURE_AUTHORITY_URL',
      'https://login.microsoftonline.com',
    ),
    graphUrl: address(env['PORTICO_GRAPH_URL'], 'PORTICO_GRAPH_URL', 'https://graph.microsoft.com'),
    trustedProxies: Number(env['PORTICO_TRUSTED_PROXIES'] ?? '0') || 0,
  }
}

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new Error(
      `PORTICO_BASE_URL has to be scheme, host and port only, e.g. https://portal.example.com (it is "${text}").`,
    )
  }
  return url.origin
}

function checkedLink(text: string | undefined, name: string): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    throw new Error(`${name} has to be an http or https address.`)
  return text
}

/** An address without a trailing slash, so that paths can be appended. */
function address(text: string | undefined, name: string, fallback: string): string {
  return (checkedLink(text, name) ?? fallback).replace(/\/+$/, '')
}
