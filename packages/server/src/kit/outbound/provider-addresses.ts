import { BlockList, isIP } from 'node:net'

import type { Settings } from '../settings/settings.ts'

export type AddressFault = 'ADDRESS_HTTPS' | 'ADDRESS_FORBIDDEN'

export type AddressRules = {
  /** Whether the server may open a connection to this IP address. */
  mayConnect(address: string): boolean
  /**
   * What is wrong with an address, before its name is resolved; undefined when nothing is. `server`: we call it
   * ourselves, so it must not be in a private network; `browser`: people are sent there and may reach other networks.
   */
  faultOf(url: string, reach: 'server' | 'browser'): AddressFault | undefined
}

/** Where identity providers may be, by the operator's settings: one rule for saving an address and for calling it. */
export function createAddressRules(
  settings: Pick<Settings, 'allowLoopbackProviders' | 'allowedProviderRanges'>,
): AddressRules {
  const loopback = settings.allowLoopbackProviders ? ['127.0.0.0/8', '::1'] : []
  const isAllowed = rangesOf([...settings.allowedProviderRanges, ...loopback])
  const isRefused = rangesOf(refusedRanges)
  const mayConnect = (address: string) => {
    // A zone (`fe80::1%eth0`) exists only on local links.
    if (isIP(address) === 0 || address.includes('%')) return false
    const plain = withoutMapping(address)
    return isAllowed(plain) || !isRefused(plain)
  }
  return {
    mayConnect,
    faultOf(text, reach) {
      const { protocol, hostname } = new URL(text)
      const host = hostname.replace(/^\[|\]$/g, '')
      const mayBePlain = settings.allowLoopbackProviders && isLoopbackHost(host)
      if (protocol !== 'https:' && !mayBePlain) return 'ADDRESS_HTTPS'
      if (reach === 'browser') return undefined
      const named = isLocalhost(host) && !settings.allowLoopbackProviders
      return named || (isIP(host) !== 0 && !mayConnect(host)) ? 'ADDRESS_FORBIDDEN' : undefined
    },
  }
}

/** Names of this machine, regardless of DNS (RFC 6761 section 6.3). */
export function isLocalhost(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host)
}

/** An address of this machine, or a name for it; IPv6 without brackets. */
export function isLoopbackHost(host: string): boolean {
  return isLocalhost(host) || (isIP(host) !== 0 && /^(?:127\.|::1$)/.test(host))
}

/** Loopback, link-local, private, shared, documentation, multicast and reserved ranges (RFC 6890 and its successors). */
const refusedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of IPv6, only 2000::/3 is allocated for the internet: the rest contains loopback, IPv4-mapped and -compatible, NAT64,
  // unique local, link-local and multicast addresses.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]

/**
 * Whether an IP address is in one of the ranges. A BlockList compares IPv4 addresses with ranges of IPv6 too, as ::ffff:1.1.1.1, which
 * is in ::/3: so each family has its own.
 */
export function rangesOf(ranges: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (isIP(address) === 0) throw new Error(`"${range}" is not a network range. Write it as 10.1.0.0/16.`)
    const family = familyOf(address)
    lists[family].addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address))
}

/** `::ffff:10.0.0.1` and `::ffff:a00:1`, as a URL has it, lead to 10.0.0.1 (RFC 4291 section 2.5.5.2). */
function withoutMapping(address: string): string {
  if (isIP(address) === 4) return address
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname)
  if (mapped === null) return address
  const bytes = mapped.slice(1).flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255])
  return bytes.join('.')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
