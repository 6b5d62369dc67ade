import { isIP } from 'node:net'

import { apiTokenDaysLimit, closest, isBrandColor } from '@portico/core/contract'
import { readConnectionUrl } from '../database/connection-url.ts'

import { rateLimitVariables, type RateLimit } from './rate-limits.ts'
import { headerLines, pairs, share, tracesSamplers, type Pairs, type TracesSampler } from './otel-values.ts'
import type { Variable } from './variable.ts'

/** The process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Every variable the server reads (docs/guides/operating.md). The content of PORTICO_SECRET_KEY is judged where the key is
 * read, secrets/secret-keys.ts, for blanks belong to it.
 */
export const variables = {
  PORTICO_BASE_URL: optional(origin, 'scheme, host and port only, such as https://portal.example.com'),
  PORTICO_DATA: withDefault('.portico', anyText, 'a folder'),
  PORTICO_SECRET_KEY: { ...optional(anyText, 'a text of at least 32 characters'), secret: true },
  PORTICO_SECRET_KEY_PREVIOUS: { ...optional(anyText, 'a text of at least 32 characters'), secret: true },
  DATABASE_URL: { ...optional(databaseUrl, databaseUrlForm()), secret: true },
  PORTICO_APP_DATABASE_URL: { ...optional(databaseUrl, databaseUrlForm()), secret: true },
  PORTICO_LISTEN_DATABASE_URL: { ...optional(databaseUrl, databaseUrlForm()), secret: true },
  PORTICO_APP_ROLE: optional(roleName, 'the name of a PostgreSQL role (at most 63 bytes, no control characters)'),
  PORTICO_POOL_SIZE: wholeNumber(10, 1, 1_000),
  PORTICO_TENANT_POOL_SIZE: wholeNumber(0, 0, 1_000),
  PORTICO_ACCESS_TOKEN_SECONDS: wholeNumber(900, 5, 3600),
  PORTICO_SCIM_TOKENS_MAX: wholeNumber(2, 1, 100),
  PORTICO_API_TOKEN_DAYS: wholeNumber(365, 1, apiTokenDaysLimit),
  PORTICO_API_TOKENS_MAX: wholeNumber(20, 1, 1_000),
  PORTICO_SESSION_HOURS: wholeNumber(12, 1, 720),
  PORTICO_TRUSTED_PROXIES: wholeNumber(0, 0, 100),
  PORTICO_ALLOWED_PROVIDER_RANGES: withDefault<readonly string[]>(
    [],
    networkRanges,
    'network ranges separated by commas, such as 10.1.0.0/16, fd00::/8',
  ),
  PORTICO_ALLOW_LOOPBACK_PROVIDERS: withDefault(false, onOrOff, '1 (on) or 0 (off)'),
  HTTPS_PROXY: {
    ...optional(proxyAddress, 'the address of a proxy, such as http://proxy.example.com:3128'),
    secret: true,
  },
  NO_PROXY: withDefault<readonly string[]>(
    [],
    proxyExceptions,
    'hosts, domains, addresses and network ranges, separated by commas',
  ),
  PORTICO_AZURE_AUTHORITY_URL: withDefault('https://login.microsoftonline.com', withoutSlash, 'an http or https URL'),
  PORTICO_GRAPH_URL: withDefault('https://graph.microsoft.com', withoutSlash, 'an http or https URL'),
  PORTICO_COMPANY_NAME: withDefault('Portico', line, '1 to 200 characters without control characters'),
  PORTICO_APPLICATION_NAME: withDefault('Portico', line, '1 to 200 characters without control characters'),
  PORTICO_PRIVACY_POLICY_URL: withDefault('https://www.example.com/privacy', webAddress, 'an http or https URL'),
  PORTICO_LOGO_FILE: optional(anyText, 'a PNG, JPEG or WebP file'),
  PORTICO_PRIMARY_COLOR: optional(colour, 'a colour as #rrggbb, such as #0a4fa3'),
  PORTICO_ACCENT_COLOR: optional(colour, 'a colour as #rrggbb, such as #0a4fa3'),
  PORTICO_SUPPORT_URL: optional(webAddress, 'an http or https URL'),
  PORTICO_ANALYTICS_INFO_URL: optional(webAddress, 'an http or https URL'),
  PORTICO_METRICS_PORT: optional(portNumber, 'a port from 1 to 65535'),
  PORTICO_METRICS_HOST: withDefault('127.0.0.1', line, 'an address of this machine'),
  PORTICO_METRICS_TOKEN: { ...optional(bearerToken, 'at least 16 letters, digits or -._~+/='), secret: true },
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collectorAddress,
    'an http or https URL without user, password and query, such as http://127.0.0.1:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...optional(headerLines, 'headers as name=value, separated by commas, with percent-encoded values'),
    secret: true,
  },
  OTEL_SERVICE_NAME: optional(line, '1 to 200 characters without control characters'),
  OTEL_RESOURCE_ATTRIBUTES: withDefault<Pairs>(
    {},
    pairs,
    'name=value, separated by commas, with percent-encoded values',
  ),
  OTEL_TRACES_SAMPLER: withDefault<TracesSampler>(
    'parentbased_always_on',
    (text) => tracesSamplers.find((one) => one === text),
    `one of ${tracesSamplers.join(', ')}`,
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(1, share, 'a number from 0 to 1'),
  PORTICO_TRUST_TRACEPARENT: withDefault(false, onOrOff, '1 (on) or 0 (off)'),
  PORTICO_DRAIN_SECONDS: wholeNumber(30, 1, 3_600),
  PORTICO_IDEMPOTENCY_HOURS: wholeNumber(24, 1, 720),
  PORTICO_METADATA_REFRESH_MINUTES: wholeNumber(360, 0, 10_080),
  PORTICO_AUDIT_KEY_FILE: optional(anyText, 'a file'),
  PORTICO_AUDIT_LOG: withDefault(false, onOrOff, '1 (on) or 0 (off)'),
  PORTICO_AUDIT_DAYS: withDefault<number | 'forever'>(400, days, 'a whole number from 1 to 36500, or forever'),
  ...rateLimitVariables,
  PORTICO_LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  PORTICO_DEBUG: withDefault(false, () => true, 'any text'),
} satisfies Record<string, Variable<unknown>>

export const fileEnding = '_FILE'

/** The secrets may be in files (secret-files.ts): `DATABASE_URL_FILE` names the one for `DATABASE_URL`. */
export const secretFileVariables: readonly string[] = Object.entries<Variable<unknown>>(variables).flatMap(
  ([name, { secret }]) => (secret ? `${name}${fileEnding}` : []),
)

export type Variables = { readonly [Name in keyof typeof variables]: (typeof variables)[Name]['fallback'] } & Readonly<
  Record<`PORTICO_RATE_LIMIT_${string}`, RateLimit | 'off'>
>

/** One line per variable that cannot be used: its name, what was found and what is allowed. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** All variables, parsed. Throws one SettingsError that names every variable that is not allowed. */
export function readVariables(env: Environment): Variables {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries<Variable<unknown>>(variables)) {
    const text = env[name]?.trim() ?? ''
    values[name] = text === '' ? variable.fallback : variable.parse(text)
    if (text !== '' && values[name] === undefined) faults.push(sentence(name, text, variable))
  }
  const url = misspeltUrl(env)
  if (url !== undefined) faults.push(notASetting(url, urlName))
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))
  return values as Variables
}

const prefix = 'PORTICO_'

/**
 * A sentence for each variable that is probably a misspelt setting. Other names that begin with PORTICO_ are left alone:
 * those of the command line, and what a deployment calls its own.
 */
export function misspeltVariables(env: Environment): readonly string[] {
  const known = Object.keys(variables).filter((name) => name.startsWith(prefix))
  const endings = known.map((name) => name.slice(prefix.length))
  return Object.keys(env).flatMap((name) => {
    if (isLikeUrl.test(name) && name !== urlName) return [notASetting(name, urlName)]
    if (!name.toUpperCase().startsWith(prefix) || known.includes(name) || secretFileVariables.includes(name)) return []
    const guess = closest(name.slice(prefix.length), endings)
    return guess === undefined ? [] : [notASetting(name, `${prefix}${guess}`)]
  })
}

const urlName = 'DATABASE_URL'
/** Names that are probably meant as DATABASE_URL: with our prefix, as other software calls it, or mistyped. */
const isLikeUrl = /^(?:PORTICO_(?:DATABASE|DB|POSTGRES(?:QL)?|PG)_UR[LI]|DATA?BA?SE?_?UR[LI])$/i

/** With our prefix, it stops every command if DATABASE_URL is not set: an empty embedded database would be used instead. */
function misspeltUrl(env: Environment): string | undefined {
  if (isSet(env[urlName])) return undefined
  return Object.keys(env).find((name) => isLikeUrl.test(name) && name.startsWith(prefix) && isSet(env[name]))
}

const isSet = (text: string | undefined): boolean => (text?.trim() ?? '') !== ''

function notASetting(name: string, meant: string): string {
  return `${name} is not a setting and has no effect. Did you mean ${meant}?`
}

function sentence(name: string, text: string, { allowed, secret }: Variable<unknown>): string {
  const found = secret ? 'has a value that cannot be used (it is not shown)' : `is ${shown(text)}`
  return `${name} ${found}. It has to be ${allowed}.`
}

/** Quoted, without control characters, cut, and without the user and password of a URL. */
function shown(text: string): string {
  const withoutLogin = text.replace(/\/\/[^/@]*@/, '//…@')
  return JSON.stringify(withoutLogin.length > 100 ? `${withoutLogin.slice(0, 100)}…` : withoutLogin)
}

function withDefault<Value>(
  fallback: Value,
  parse: (text: string) => Value | undefined,
  allowed: string,
): Variable<Value> {
  return { fallback, parse, allowed }
}

function optional<Value>(parse: (text: string) => Value | undefined, allowed: string): Variable<Value | undefined> {
  return { fallback: undefined, parse, allowed }
}

function wholeNumber(fallback: number, min: number, max: number): Variable<number> {
  const parse = (text: string) => {
    const number = Number(text)
    return /^\d{1,15}$/.test(text) && number >= min && number <= max ? number : undefined
  }
  return withDefault(fallback, parse, `a whole number from ${min} to ${max}`)
}

function portNumber(text: string): number | undefined {
  return wholeNumber(1, 1, 65_535).parse(text)
}

function bearerToken(text: string): string | undefined {
  return /^[\w.~+/=-]{16,}$/.test(text) ? text : undefined
}

function days(text: string): number | 'forever' | undefined {
  return text === 'forever' ? text : wholeNumber(1, 1, 36_500).parse(text)
}

function oneOf<Word extends string>(...words: Word[]): Variable<Word | undefined> {
  return optional((text) => words.find((word) => word === text), `one of ${words.join(', ')}`)
}

function anyText(text: string): string {
  return text
}

function line(text: string): string | undefined {
  return /^\P{Cc}{1,200}$/u.test(text) ? text : undefined
}

function colour(text: string): string | undefined {
  return isBrandColor(text) ? text.toLowerCase() : undefined
}

function onOrOff(text: string): boolean | undefined {
  return text === '1' ? true : text === '0' ? false : undefined
}

function roleName(text: string): string | undefined {
  return Buffer.byteLength(text) <= 63 && !/\p{Cc}/u.test(text) ? text : undefined
}

function webAddress(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
}

/** It may contain a user and a password. */
function proxyAddress(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:\/\/[^/]/i.test(text)) return undefined
  const { username, password } = new URL(text)
  try {
    decodeURIComponent(username + password)
    return text
  } catch {
    return undefined
  }
}

function proxyExceptions(text: string): readonly string[] | undefined {
  const entries = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return entries.every((entry) => !entry.includes('/') || isNetworkRange(entry)) ? entries : undefined
}

/** Errors of the export show it, so it may not contain a password. */
function collectorAddress(text: string): string | undefined {
  const address = withoutSlash(text)
  if (address === undefined) return undefined
  const { username, password, search, hash } = new URL(address)
  return `${username}${password}${search}${hash}` === '' ? address : undefined
}

/** Paths are appended to it. */
function withoutSlash(text: string): string | undefined {
  return webAddress(text)?.replace(/\/+$/, '')
}

function origin(text: string): string | undefined {
  if (webAddress(text) === undefined) return undefined
  const { origin: found, pathname, search, hash, username, password } = new URL(text)
  return pathname === '/' && `${search}${hash}${username}${password}` === '' ? found : undefined
}

function networkRanges(text: string): readonly string[] | undefined {
  const ranges = text.split(/[\s,]+/).filter(Boolean)
  return ranges.every(isNetworkRange) ? ranges : undefined
}

function isNetworkRange(range: string): boolean {
  const [address = '', bits, more] = range.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

function databaseUrl(text: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\/./i.test(text)) return undefined
  try {
    // The driver's own reading: also of sockets, of ports and of certificates that are named as files.
    const hosts = readConnectionUrl(text).hosts?.inOrder() ?? []
    return hosts.every(({ port }) => port > 0 && port <= 65_535) ? text : undefined
  } catch {
    return undefined
  }
}

function databaseUrlForm(): string {
  return 'a PostgreSQL address such as postgresql://USER:PASSWORD@HOST:5432/DATABASE, with reserved characters of the password encoded; several hosts are separated by commas, and target_session_attrs is any, read-write or primary'
}
