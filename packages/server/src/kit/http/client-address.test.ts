import { expect, it } from 'vitest'

import { clientAddress } from './client-address.ts'

const from = (forwarded: string, trustedProxies = 1) =>
  clientAddress(
    { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } } as unknown as Parameters<
      typeof clientAddress
    >[0],
    trustedProxies,
  )

it('nothing in the header counts where no proxy is trusted', () => expect(from('192.0.2.7', 0)).toBe('10.0.0.1'))

it('entries before those of the trusted proxies are ignored', () =>
  expect(from('203.0.113.9, 192.0.2.7, 10.0.0.2', 2)).toBe('192.0.2.7'))

// Some proxies include the port, which differs for each connection, so that each would count as a new caller.
it.each([
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:50123"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.7', '192.0.2.7'],
])('%s is the address %s, whatever the port', (entry, address) => expect(from(entry)).toBe(address))

it.each(['unknown', '_hidden', '192.0.2.7<script>', '1'.repeat(5000)])(
  'an invalid address counts as the proxy that wrote it: %.20s',
  (entry) => expect(from(entry)).toBe('10.0.0.1'),
)
