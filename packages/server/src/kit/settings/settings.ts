import { rateLimitNames, rateLimitVariable, type RateLimitSettings } from './rate-limits.ts'
import type { TracesSampler } from './otel-values.ts'
import { readVariables, type Environment, type Variables } from './variables.ts'

/** What an operator decides, read once in the main files. */
export type Settings = {
  /** Public address without a trailing slash. Every absolute URL comes from here, never from a Host header. */
  readonly baseUrl: string
  readonly companyName: string
  readonly applicationName: string
  readonly privacyPolicyUrl: string
  readonly logoFile: string | undefined
  /** The image in `logoFile` (branding/deployment-logo.ts). */
  readonly logo: DeploymentLogo | null
  /** `#rrggbb`. */
  readonly primaryColor: string | null
  readonly accentColor: string | null
  readonly supportUrl: string | null
  readonly analyticsInfoUrl: string | null
  /** Development and demo: identity providers may be plain http on loopback. */
  readonly allowLoopbackProviders: boolean
  /** Network ranges (CIDR) identity providers may live in although they are private. */
  readonly allowedProviderRanges: readonly string[]
  /** What calls to providers, receivers of webhooks and SCIM services go through. */
  readonly outgoingProxy: OutgoingProxy | undefined
  /** The longest wait for a provider, ms: one call with its whole answer, and all calls of one sign-in together. No variable sets it. */
  readonly providerTimeoutMs: number
  /** RSA bits of the keys that a tenant signs and decrypts SAML messages with. No variable sets it. */
  readonly federationKeyBits: number
  /** Addresses of Azure AD and Microsoft Graph; a national cloud or a simulated one has others. */
  readonly azureAuthorityUrl: string
  readonly graphUrl: string
  /** How many proxies in front are trusted to append to X-Forwarded-For; 0 takes the socket's address. */
  readonly trustedProxies: number
  /** How long an access token of a service account is valid, in seconds. */
  readonly accessTokenSecs: number
  /** SCIM tokens of one identity provider that can be active and unexpired at a time. */
  readonly scimTokensMax: number
  /** How long an API token of a person is valid at most, in days. */
  readonly apiTokenDays: number
  /** Active API tokens of one person at most. */
  readonly apiTokensMax: number
  readonly rateLimits: RateLimitSettings
  /** How long a person's session lasts at most, however it is used. */
  readonly sessionHours: number
  /** How long audit rows are kept, in days; undefined: forever. */
  readonly auditDays: number | undefined
  /** Whether audit rows are written to the server's log. */
  readonly auditLog: boolean
  /** How long an Idempotency-Key is remembered, in hours. */
  readonly idempotencyHours: number
  /** How often the metadata of SAML providers is read again, in minutes; 0: only when an administrator asks. */
  readonly metadataRefreshMinutes: number
  readonly metrics: {
    readonly host: string
    /** A separate port for /metrics. */
    readonly port: number | undefined
    /** What a reader of /metrics sends as a bearer token; with it, the server's own port answers too. */
    readonly token: string | undefined
  }
  /** Where traces are sent; undefined: there are none. */
  readonly tracing: TracingSettings | undefined
  /** Maximum wait for requests in progress when the process stops, in seconds. */
  readonly drainSecs: number
}

/** `HTTPS_PROXY` and `NO_PROXY`. */
export type OutgoingProxy = {
  readonly url: string
  /** Hosts, domains, addresses and network ranges that are called directly; `*`: all. */
  readonly except: readonly string[]
}

export type TracingSettings = {
  /** Base address of the collector, without a trailing slash: traces go to /v1/traces below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Attributes of everything that is sent, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: TracesSampler
  /** Of the traces that begin here, 0 to 1; for the samplers with a ratio. */
  readonly ratio: number
  /** Whether the trace of a caller is continued, with its decision to sample. */
  readonly trustsCallers: boolean
}

/** Sides in pixels; `hash`: SHA-256 of the bytes, in hexadecimal. */
export type DeploymentLogo = {
  readonly type: string
  readonly bytes: Buffer
  readonly hash: string
  readonly width: number
  readonly height: number
}

export function isSecure(settings: Pick<Settings, 'baseUrl'>): boolean {
  return settings.baseUrl.startsWith('https:')
}

/**
 * Settings from environment variables (docs/guides/operating.md lists them); `baseUrl` is where the command listens.
 * Throws SettingsError.
 */
export function readSettings(env: Environment, baseUrl: string): Settings {
  const variables = readVariables(env)
  return {
    baseUrl: variables.PORTICO_BASE_URL ?? baseUrl,
    companyName: variables.PORTICO_COMPANY_NAME,
    applicationName: variables.PORTICO_APPLICATION_NAME,
    privacyPolicyUrl: variables.PORTICO_PRIVACY_POLICY_URL,
    logoFile: variables.PORTICO_LOGO_FILE,
    logo: null,
    primaryColor: variables.PORTICO_PRIMARY_COLOR ?? null,
    accentColor: variables.PORTICO_ACCENT_COLOR ?? null,
    supportUrl: variables.PORTICO_SUPPORT_URL ?? null,
    analyticsInfoUrl: variables.PORTICO_ANALYTICS_INFO_URL ?? null,
    allowLoopbackProviders: variables.PORTICO_ALLOW_LOOPBACK_PROVIDERS,
    allowedProviderRanges: variables.PORTICO_ALLOWED_PROVIDER_RANGES,
    outgoingProxy:
      variables.HTTPS_PROXY === undefined ? undefined : { url: variables.HTTPS_PROXY, except: variables.NO_PROXY },
    providerTimeoutMs: 10_000,
    federationKeyBits: 3072,
    azureAuthorityUrl: variables.PORTICO_AZURE_AUTHORITY_URL,
    graphUrl: variables.PORTICO_GRAPH_URL,
    trustedProxies: variables.PORTICO_TRUSTED_PROXIES,
    accessTokenSecs: variables.PORTICO_ACCESS_TOKEN_SECONDS,
    scimTokensMax: variables.PORTICO_SCIM_TOKENS_MAX,
    apiTokenDays: variables.PORTICO_API_TOKEN_DAYS,
    apiTokensMax: variables.PORTICO_API_TOKENS_MAX,
    metadataRefreshMinutes: variables.PORTICO_METADATA_REFRESH_MINUTES,
    metrics: {
      host: variables.PORTICO_METRICS_HOST,
      port: variables.PORTICO_METRICS_PORT,
      token: variables.PORTICO_METRICS_TOKEN,
    },
    tracing: tracingOf(variables),
    sessionHours: variables.PORTICO_SESSION_HOURS,
    drainSecs: variables.PORTICO_DRAIN_SECONDS,
    rateLimits: rateLimitsOf(variables),
    auditDays: variables.PORTICO_AUDIT_DAYS === 'forever' ? undefined : variables.PORTICO_AUDIT_DAYS,
    auditLog: variables.PORTICO_AUDIT_LOG,
    idempotencyHours: variables.PORTICO_IDEMPOTENCY_HOURS,
  }
}

function tracingOf(variables: Variables): TracingSettings | undefined {
  const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const resource = variables.OTEL_RESOURCE_ATTRIBUTES
  return {
    endpoint,
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: { ...resource, 'service.name': variables.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'portico' },
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    trustsCallers: variables.PORTICO_TRUST_TRACEPARENT,
  }
}

function rateLimitsOf(variables: Variables): RateLimitSettings {
  const limits = rateLimitNames.map((name) => {
    const limit = variables[rateLimitVariable(name)]
    return [name, limit === 'off' ? undefined : limit] as const
  })
  return Object.fromEntries(limits) as RateLimitSettings
}
