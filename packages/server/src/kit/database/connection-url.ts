import pg from 'pg'
import { createHosts, type Host, type Login, type SessionKind, sessionKinds } from './hosts.ts'

/** A dead host must leave time for the next one within the wait for a connection. */
const connectMaxMs = 2_000

/**
 * What a connection URL says. It may name several hosts, as in libpq: `postgresql://user@one:5432,[2001:db8::2]:5433/name`, or
 * in the parameters `host` and `port`. Of several hosts the one whose session can write is used, unless `target_session_attrs`
 * says otherwise. Missing parts are filled as psql does. Throws for a URL that cannot be read.
 */
export function readConnectionUrl(url: string): Login {
  const { places, rest } = separate(url)
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: verifying(rest) })
  const list = places.map((place) => ({ host: place.host ?? host, port: place.port ?? port }))
  const several = list.length > 1
  const parameters = parametersOf(url)
  const wanted = sessionKindOf(parameters.get('target_session_attrs')) ?? (several ? 'read-write' : 'any')
  const limit = secondsOf(parameters.get('connect_timeout')) ?? (several ? connectMaxMs : undefined)
  const only: Host = { host, port }
  const hosts = createHosts(several ? list : [only], { wanted, connectMaxMs: limit })
  return { host, port, user, password: password ?? undefined, database: database ?? user, ssl, hosts }
}

/**
 * The driver verifies the certificate in each of these modes, and warns on standard error that it may not in a later version. The strictest
 * of them keeps that, without the warning. With `uselibpqcompat` the driver gives the modes the meaning of libpq.
 */
function verifying(url: string): string {
  if (/[?&]uselibpqcompat=true(?=&|$)/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

type Place = { readonly host: string | undefined; readonly port: number | undefined }

const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i

/** The hosts, and the URL with the first of them, which the driver reads. A URL with one host stays as it is. */
function separate(url: string): { places: readonly Place[]; rest: string } {
  const [, scheme = '', login = '', authority = '', path = ''] = parts.exec(url) ?? []
  const parameters = parametersOf(url)
  const named = parameters.get('host')?.split(',') ?? authority.split(',').map(nameOf)
  const ports =
    parameters.get('port')?.split(',') ?? authority.split(',').map((text) => /:(\d*)$/.exec(text)?.[1] ?? '')
  if (named.length === 1 && ports.length === 1) return { places: [], rest: url }
  if (ports.length !== 1 && ports.length !== named.length) throw new Error('Name one port, or one for each host.')
  const places = named.map((name, at) => ({
    host: name || undefined,
    port: portOf(ports[ports.length === 1 ? 0 : at] ?? ''),
  }))
  const kept = [...parameters].filter(([name]) => name !== 'host' && name !== 'port')
  const query = new URLSearchParams(kept).toString()
  return { places, rest: `${scheme}${login}localhost${path}${query && `?${query}`}` }
}

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(parts.exec(url)?.[5] ?? '')
}

/** The name or address of the host before the path. */
function nameOf(text: string): string {
  const name = text.replace(/:\d*$/, '')
  const inBrackets = /^\[(.*)\]$/.exec(name)?.[1]
  if (inBrackets === undefined && name.includes(':')) throw new Error('An IPv6 address must be in brackets.')
  return decodeURIComponent(inBrackets ?? name)
}

function portOf(text: string): number | undefined {
  if (text === '') return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error('A port is a number from 1 to 65535.')
  return port
}

function sessionKindOf(text: string | null): SessionKind | undefined {
  const kind = sessionKinds.find((one) => one === text)
  if (text !== null && kind === undefined) throw new Error(`target_session_attrs is one of ${sessionKinds.join(', ')}.`)
  return kind
}

/** libpq's `connect_timeout`, in milliseconds: at least two seconds; 0, no limit, where it is not positive. */
function secondsOf(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const seconds = Number(text)
  if (!Number.isInteger(seconds)) throw new Error('connect_timeout is a number of seconds.')
  return seconds <= 0 ? 0 : Math.max(2, seconds) * 1_000
}
