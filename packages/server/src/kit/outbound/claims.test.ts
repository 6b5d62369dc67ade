import { describe, expect, it } from 'vitest'

import { claimAt, textAt } from './claims.ts'

describe('a claim is found', () => {
  const client = { 'my.client': { roles: ['whole'] }, my: { client: { roles: ['split'] } } }

  it.each<[string, string, Record<string, unknown>, unknown]>([
    ['by its name', 'groups', { groups: ['a'] }, ['a']],
    ['by a name with dots, before its parts', 'a.b', { 'a.b': 1, a: { b: 2 } }, 1],
    ['by a path', 'a.b.c', { a: { b: { c: 1 } } }, 1],
    ['inside a name with dots', 'resource_access.my.client.roles', { resource_access: client }, ['whole']],
    ['below a name with dots', 'https://a.example/x.roles', { 'https://a.example/x': { roles: 1 } }, 1],
    ['where a longer name leads nowhere', 'a.b.c', { 'a.b': {}, a: { b: { c: 1 } } }, 1],
    // Keycloak: "To use dot literally, escape it with backslash (\.)".
    ['by an escaped name', 'resource_access.my\\.client.roles', { resource_access: client }, ['whole']],
    ['by a name that is escaped as a whole', 'a\\.b', { 'a.b': 1, a: { b: 2 } }, 1],
    ['by a name with a backslash', 'a\\b', { 'a\\b': 1 }, 1],
    ['with the value null', 'a.b', { a: { b: null } }, null],
  ])('%s', (_, name, claims, expected) => {
    expect(claimAt(claims, name)).toEqual(expected)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['an escaped dot does not separate', 'a\\.b', { a: { b: 1 } }],
    ['inherited members are not claims', 'a.constructor', { a: {} }],
    ['nor those of the whole', '__proto__', {}],
    ['a text has no members', 'a.length', { a: 'text' }],
    ['a list has no members with names', 'a.b', { a: [{ b: 1 }] }],
  ])('or not: %s', (_, name, claims) => {
    expect(claimAt(claims, name)).toBeUndefined()
  })
})

it('a text has no blanks around it', () => {
  expect(textAt({ name: ' \t\r\nAda Byron\n' }, 'name')).toBe('Ada Byron')
  expect(textAt({ name: ' \n ' }, 'name')).toBeUndefined()
})
