import { expect, it } from 'vitest'

import { readSettings } from '../settings/settings.ts'
import { cookie, expiredCookie, readCookie, type CookieName } from './cookies.ts'

const https = readSettings({}, 'https://portal.example')
const http = readSettings({}, 'http://127.0.0.1:4000')

it.each<[CookieName, string, string]>([
  [
    'session',
    '__Host-portico-session=v; Path=/; SameSite=Lax; HttpOnly; Secure',
    'portico-session=v; Path=/; SameSite=Lax; HttpOnly',
  ],
  [
    'sign-in',
    '__Host-portico-sign-in=v; Path=/; SameSite=Lax; HttpOnly; Secure',
    'portico-sign-in=v; Path=/; SameSite=Lax; HttpOnly',
  ],
  ['csrf', '__Host-csrf=v; Path=/; SameSite=Lax; Secure', 'csrf=v; Path=/; SameSite=Lax'],
])('%s is as strict as its origin allows', (name, secure, plain) => {
  expect(cookie(https, name, 'v')).toBe(secure)
  expect(cookie(http, name, 'v')).toBe(plain)
  expect(expiredCookie(https, name)).toBe(`${secure.replace('=v', '=')}; Max-Age=0`)
})

it.each([
  ['one cookie', '__Host-portico-session=abc', 'abc'],
  ['among others', 'a=1; __Host-portico-session=abc; b=2', 'abc'],
  ['a value with =', '__Host-portico-session=a=b', 'a=b'],
  ['sent twice', '__Host-portico-session=abc; __Host-portico-session=def', undefined],
  ['without the prefix, as a sister domain could set it', 'portico-session=abc', undefined],
  ['in another case', '__host-portico-session=abc', undefined],
  ['as the end of another name', 'x__Host-portico-session=abc', undefined],
  ['empty', '__Host-portico-session=', undefined],
  ['none', '', undefined],
])('behind https, %s', (_, header, value) => {
  const request = new Request('https://portal.example/', { headers: { cookie: header } })
  expect(readCookie(request, https, 'session')).toBe(value)
})
