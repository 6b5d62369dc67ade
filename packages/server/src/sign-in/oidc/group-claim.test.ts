import { expect, it } from 'vitest'

import { readGroupClaim } from './group-claim.ts'

it.each<[string, unknown, readonly string[], number]>([
  ['nothing', undefined, [], 0],
  ['null', null, [], 0],
  ['an empty text', '', [], 0],
  ['an empty list', [], [], 0],
  ['a text', 'staff', ['staff'], 0],
  ['a list of texts', ['staff', 'eu'], ['staff', 'eu'], 0],
  ['a number', 1001, ['1001'], 0],
  ['a list of numbers', [1001, 1002], ['1001', '1002'], 0],
  ['lists in a list', [['staff'], ['eu']], ['staff', 'eu'], 0],
  [
    'a map of roles, as ZITADEL',
    { admin: { '2051': 'acme.example' }, user: { '2051': 'acme.example' } },
    ['admin', 'user'],
    0,
  ],
  ['maps of roles in a list', [{ admin: { '2051': 'acme.example' } }, { user: {} }], ['admin', 'user'], 0],
  ['a map of truth values', { admin: false, staff: true, eu: 'false', us: null, old: 0, none: '' }, ['staff'], 0],
  ['an empty map', {}, [], 0],
  ['objects with a name', [{ id: '7', name: 'staff' }], ['staff'], 0],
  ['groups of SCIM', [{ value: '7', display: 'staff', $ref: 'x' }], ['staff'], 0],
  ['objects with only an id', [{ id: '7' }], ['7'], 0],
  ['one object around the list, as Keycloak', { roles: ['staff', 'eu'] }, ['staff', 'eu'], 0],
  ['a role named roles', { roles: { '2051': 'acme.example' } }, ['roles'], 0],
  ['true', true, [], 1],
  ['a fraction', 1.5, [], 1],
  ['a number that is not exact', 2 ** 60, [], 1],
  ['some unreadable entries', ['staff', null, true], ['staff'], 2],
])('%s', (_, value, names, unreadable) => {
  expect(readGroupClaim(value)).toEqual({ names, unreadable })
})
