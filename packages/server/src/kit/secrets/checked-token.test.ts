import { crc32 } from 'node:zlib'

import { expect, it } from 'vitest'

import { beginningOf, isCheckedToken, makeCheckedToken } from './checked-token.ts'

const make = () => makeCheckedToken('scim_')

it('a token has its prefix, 256 random bits and a checksum that a scanner can compute', () => {
  const token = make()
  expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/)
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checksum = Array.from(token.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  expect(checksum).toBe(crc32(token.slice(5, -6)))
  expect(new Set(Array.from({ length: 100 }, make)).size).toBe(100)
})

it('a mistyped token, or one with another prefix, is rejected', () => {
  const token = make()
  expect(isCheckedToken('scim_', token)).toBe(true)
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a'
    expect(isCheckedToken('scim_', token.slice(0, at) + other + token.slice(at + 1)), `character ${at}`).toBe(false)
  }
  for (const text of ['', 'scim_', `${token} `, `${token}\n`, `x${token}`, token.slice(1)])
    expect(isCheckedToken('scim_', text)).toBe(false)
  expect(isCheckedToken('pat_', token)).toBe(false)
})

it('its beginning shows four of its characters', () => {
  const token = make()
  expect(beginningOf('scim_', token)).toBe(token.slice(0, 9))
})
