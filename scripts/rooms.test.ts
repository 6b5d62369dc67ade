import { describe, expect, test } from 'vitest'

import { circlesOf, climbingOf, readRooms } from './rooms.mjs'

/** A house of these folders, each with the folders that it imports. */
function roomsOf(imports: Readonly<Record<string, readonly string[]>>) {
  return new Map(
    Object.entries(imports).map(([from, to]) => [from, new Map(to.map((one) => [one, ['file.ts']]))] as const),
  )
}

/** What goes against the rules today. A folder may leave it, and none may join. */
const known: Readonly<Record<string, { readonly circles: readonly string[]; readonly climbing: readonly string[] }>> = {
  core: {
    circles: [
      'applications/applications applications/launcher',
      'machines/service-accounts providers/certificates providers/identity-providers providers/username-formats tenant/notices',
    ],
    climbing: [],
  },
  server: {
    circles: [
      'kit/database kit/secrets',
      'kit/deps.ts kit/http kit/lists kit/metrics kit/outbound kit/process kit/settings tenant/audit',
      'access/access access/portal-roles applications/applications machines/api-tokens people/groups people/people people/scim-tokens protocols/scim providers/identity-providers providers/our-metadata providers/primary-idp providers/username-formats sign-in/attempts sign-in/azure sign-in/browser-refusal.ts sign-in/oidc sign-in/records sign-in/saml sign-in/sessions sign-in/setup sign-in/test-logins tenant/environments',
      'applications/application-logouts applications/clients applications/launcher applications/saml-applications protocols/oauth protocols/openid sign-in/cli-sign-in',
      'app/open.ts operator/key-rotation',
    ],
    climbing: ['kit/deps.ts \u2192 tenant/audit', 'kit/http \u2192 tenant/audit', 'kit/outbound \u2192 protocols/saml'],
  },
  cli: {
    circles: [
      'kit/context kit/credentials kit/errors kit/http kit/io kit/output kit/settings kit/storage',
      'applications/applications applications/clients machines/service-accounts tenant/environments',
      'people/groups providers/certificates providers/identity-providers sign-in/sign-in',
      'app/completion app/program',
    ],
    climbing: [],
  },
  web: {
    circles: [
      'kit/context kit/feedback kit/navigation kit/ui',
      'access/access access/app-roles access/group-mappings machines/service-accounts people/groups people/people providers/identity-providers providers/primary-idp providers/username-formats sign-in/sign-in tenant/environments',
    ],
    climbing: [],
  },
  simulator: { circles: [], climbing: [] },
}

describe.each(['core', 'server', 'cli', 'web', 'simulator'])('the folders of %s', (name) => {
  test('do not import each other, directly or through others, types included', () => {
    expect(circlesOf(readRooms(name)).map((one) => one.join(' '))).toEqual(known[name]?.circles)
  })

  // The simulator is small: it has folders and no areas.
  test.skipIf(name === 'simulator')('import nothing from a floor above their own', () => {
    expect(climbingOf(readRooms(name))).toEqual(known[name]?.climbing)
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
