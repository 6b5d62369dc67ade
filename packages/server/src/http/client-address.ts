import type { IncomingMessage } from 'node:http'

/** The caller's address. `trustedProxies` of them append to X-Forwarded-For; what stands before their entries may be forged. */
export function clientAddress(incoming: Pick<IncomingMessage, 'socket' | 'headers'>, trustedProxies: number): string {
  const socket = incoming.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = [incoming.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-trustedProxies) ?? socket
}
