import { expect, test } from 'vitest'

import { circlesOf, readRooms } from './rooms.mjs'

/** Folders that import each other today. A folder may leave a circle, and none may join: then two can no longer be understood apart. */
const known: Readonly<Record<string, readonly string[]>> = {
  core: ['applications launcher', 'certificates identity-providers notices service-accounts username-formats'],
  server: [
    'database secrets',
    'audit deps.ts http lists metrics outbound settings.ts variables.ts',
    'access api-tokens application-logouts applications cli-sign-in clients environments groups identity-providers launcher openid our-metadata people portal-roles primary-idp saml-applications scim scim-tokens service-accounts sessions setup sign-in tokens username-formats',
    'key-rotation open.ts',
  ],
  cli: [
    'context credentials errors http io output settings storage',
    'applications clients environments service-accounts',
    'certificates groups identity-providers sign-in',
    'completion program',
  ],
  web: [
    'context feedback navigation ui',
    'access app-roles environments group-mappings groups identity-providers people primary-idp service-accounts sign-in username-formats',
  ],
  simulator: [],
}

test.each(Object.entries(known))(
  'the folders of %s are in the circles that are known, and no others',
  (name, circles) => {
    expect(circlesOf(readRooms(name)).map((one) => one.join(' '))).toEqual(circles)
  },
)

test('a circle is found through a third folder, and what only stands above it is not part of it', () => {
  const rooms = new Map(
    Object.entries({ a: ['b'], b: ['c'], c: ['a'], above: ['a'], below: [] as string[] }).map(([from, to]) => [
      from,
      new Map(to.map((one) => [one, ['file.ts']])),
    ]),
  )
  expect(circlesOf(rooms)).toEqual([['a', 'b', 'c']])
})
