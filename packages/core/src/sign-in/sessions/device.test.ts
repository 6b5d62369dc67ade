import { expect, it } from 'vitest'

import { deviceText } from './device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari, macOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome, iPhone',
  ],
  ['curl/8.5.0', 'Browser'],
  ['', 'Browser'],
  [null, 'Browser'],
])('%s is a session of %s', (userAgent, text) =>
  expect(deviceText({ kind: 'browser', application: null, userAgent })).toBe(text),
)

it.each([
  ['portico/0.1.0 node/20.19.0 linux', 'Portico command line, Linux'],
  [null, 'Portico command line'],
])('of the command line, %s is %s', (userAgent, text) =>
  expect(deviceText({ kind: 'cli', application: null, userAgent })).toBe(text),
)

it('of an application has its name', () =>
  expect(deviceText({ kind: 'application', application: 'Billing', userAgent: 'curl/8.5.0' })).toBe('Billing'))
