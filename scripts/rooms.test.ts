import { describe, expect, test } from 'vitest'

import { circlesOf, climbingOf, readRooms } from './rooms.mjs'

/** A house of these folders, each with the folders that it imports. */
function roomsOf(imports: Readonly<Record<string, readonly string[]>>) {
  return new Map(
    Object.entries(imports).map(([from, to]) => [from, new Map(to.map((one) => [one, ['file.ts']]))] as const),
  )
}

describe.each(['core', 'server', 'cli', 'web', 'simulator'])('the folders of %s', (name) => {
  test('do not import each other, directly or through others, types included', () => {
    expect(circlesOf(readRooms(name))).toEqual([])
  })

  // The simulator is small: it has folders and no areas.
  test.skipIf(name === 'simulator')('import nothing from a floor above their own', () => {
    expect(climbingOf(readRooms(name))).toEqual([])
  })
})

test.each([
  ['a kit that imports a noun', { 'kit/http': ['people/groups'], 'people/groups': [] }],
  ['a kit that imports a protocol engine', { 'kit/http': ['protocols/saml'], 'protocols/saml': [] }],
  ['a kit that imports the composition', { 'kit/http': ['app/routes.ts'], 'app/routes.ts': [] }],
  ['a protocol engine that imports the composition', { 'protocols/scim': ['app/open.ts'], 'app/open.ts': [] }],
  ['a noun that imports the composition', { 'people/groups': ['app/palette'], 'app/palette': [] }],
  ['a noun that imports what operators run', { 'people/groups': ['operator/backup'], 'operator/backup': [] }],
  ['a noun that imports an entry of its package', { 'people/groups': ['index.ts'], 'index.ts': [] }],
])('%s is found', (_, imports) => {
  expect(climbingOf(roomsOf(imports))).toHaveLength(1)
})

test('kits import kits, nouns and protocol engines import each other and kits, and the composition imports all', () => {
  const imports = {
    'kit/http': ['kit/words'],
    'people/groups': ['kit/http', 'people/people', 'protocols/saml'],
    'protocols/saml': ['kit/http', 'people/people'],
    'app/open.ts': ['kit/http', 'people/groups', 'operator/backup'],
    'operator/backup': ['app/open.ts'],
    'main.ts': ['app/open.ts'],
  }
  expect(climbingOf(roomsOf(imports))).toEqual([])
})

test('a circle is found through a third folder, and what only stands above it is not part of it', () => {
  const rooms = roomsOf({ a: ['b'], b: ['c'], c: ['a'], above: ['a'], below: [] })
  expect(circlesOf(rooms)).toEqual([['a', 'b', 'c']])
})
