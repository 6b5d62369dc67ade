import { describe, expect, test } from 'vitest'

import { createAddressRules } from './provider-addresses.ts'

const rules = (more: Partial<Parameters<typeof createAddressRules>[0]> = {}) =>
  createAddressRules({ allowLoopbackProviders: false, allowedProviderRanges: [], ...more })

describe('the server opens no connection to', () => {
  test.each([
    ['this network', ['0.0.0.0', '0.255.255.255']],
    [
      'private networks',
      ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ],
    ['carriers', ['100.64.0.0', '100.127.255.255']],
    ['itself', ['127.0.0.1', '127.255.255.255', '::1', '::']],
    ['its link, where clouds keep credentials', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
    ['protocol assignments', ['192.0.0.1', '192.88.99.1', '2001::1', '2001:1ff::1', '2002:a00:1::1']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1']],
    ['benchmarks', ['198.18.0.0', '198.19.255.255']],
    ['groups and reserved addresses', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['unique local addresses', ['fc00::1', 'fd12:3456::1']],
    [
      'IPv4 addresses in IPv6',
      ['::ffff:10.0.0.1', '::FFFF:127.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:0a00:1', '::10.0.0.1', '64:ff9b::a00:1'],
    ],
    ['what is not an address', ['', 'idp.example', '10.1', '0x7f.0.0.1', '1.1.1.1%eth0']],
  ])('%s', (_, addresses) => {
    expect(addresses.filter((one) => rules().mayConnect(one))).toEqual([])
  })
})

test('the server may connect to public addresses, also right beside the ranges that it refuses', () => {
  const ipv4 =
    '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 ' +
    '172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 ' +
    '203.0.114.0 223.255.255.255 ::ffff:1.1.1.1 ::ffff:101:101 0:0:0:0:0:FFFF:0101:0101'
  const ipv6 = '2606:4700::1111 2a00::1 2001:200::1 3ffe::1'
  const open = [...ipv4.split(' '), ...ipv6.split(' ')]
  expect(open.filter((one) => !rules().mayConnect(one))).toEqual([])
})

test('ranges that the operator allows are open, and nothing beside them', () => {
  const allowed = rules({ allowedProviderRanges: ['10.1.0.0/16', 'fd00::5'] })
  const open = ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203', 'fd00::5']
  expect(open.filter((one) => !allowed.mayConnect(one))).toEqual([])
  expect(['10.2.0.1', 'fd00::6', '127.0.0.1'].map((one) => allowed.mayConnect(one))).toEqual([false, false, false])
  const allIpv6 = rules({ allowedProviderRanges: ['::/0'] })
  expect(['fd00::6', '10.2.0.1', '::ffff:10.2.0.1'].map((one) => allIpv6.mayConnect(one))).toEqual([true, false, false])
  expect(() => rules({ allowedProviderRanges: ['intranet'] })).toThrow('"intranet" is not a network range')
})

test.each([
  ['https://idp.example/', undefined, undefined],
  ['https://1.1.1.1/', undefined, undefined],
  ['https://[2606:4700::1111]/', undefined, undefined],
  ['http://idp.example/', 'ADDRESS_HTTPS', 'ADDRESS_HTTPS'],
  ['http://127.0.0.1/', 'ADDRESS_HTTPS', 'ADDRESS_HTTPS'],
  ['http://localhost:9000/', 'ADDRESS_HTTPS', 'ADDRESS_HTTPS'],
  ['https://10.0.0.1/', 'ADDRESS_FORBIDDEN', undefined],
  ['https://2130706433/', 'ADDRESS_FORBIDDEN', undefined],
  ['https://[::1]/', 'ADDRESS_FORBIDDEN', undefined],
  ['https://localhost/', 'ADDRESS_FORBIDDEN', undefined],
  ['https://idp.LOCALHOST./', 'ADDRESS_FORBIDDEN', undefined],
  ['https://localhost.example/', undefined, undefined],
] as const)('before its name is resolved, %s is %s for the server, and %s for a browser', (url, server, browser) => {
  expect([rules().faultOf(url, 'server'), rules().faultOf(url, 'browser')]).toEqual([server, browser])
})

test('where providers may be on this machine, only they may do without TLS', () => {
  const allowed = rules({ allowLoopbackProviders: true })
  expect(['127.0.0.1', '::1', '10.0.0.1'].map((one) => allowed.mayConnect(one))).toEqual([true, true, false])
  const urls = [
    'http://127.0.0.1:9000/',
    'http://[::1]/',
    'https://localhost/',
    'http://localhost:9000/',
    'http://idp.LOCALHOST./',
    'http://localhost.example/',
    'http://10.0.0.1/',
  ]
  expect(urls.map((url) => allowed.faultOf(url, 'server'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'ADDRESS_HTTPS',
    'ADDRESS_HTTPS',
  ])
})
