import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The caller's address. `trustedProxies` proxies append to X-Forwarded-For; entries before theirs may be
 * forged. An invalid address counts as the last proxy.
 */
export function clientAddress(incoming: Pick<IncomingMessage, 'socket' | 'headers'>, trustedProxies: number): string {
  const socket = incoming.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = [incoming.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return addressOf(forwarded.at(-trustedProxies) ?? '') ?? socket
}

/**
 * `192.0.2.7`, `192.0.2.7:50123`, `[2001:db8::1]:50123`: some proxies write the port too (RFC 7239 section 6 has the
 * forms). The port differs for each connection, so limits per address would never apply with it.
 */
function addressOf(entry: string): string | undefined {
  const plain = entry.replace(/^"(.*)"$/, '$1')
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1] ?? /^([\d.]+):\d+$/.exec(plain)?.[1] ?? plain
  return isIP(address) === 0 ? undefined : address
}
