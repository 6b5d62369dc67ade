import { explainAccess } from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { replaceUserGroups } from '../../sign-in/attempts/user-groups.ts'
import { upsertUser } from '../../testing/upsert-user.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

const people = [
  { username: 'Bo@acme.example', name: 'Bo', groups: ['finance', 'guests'] },
  { username: 'cy@acme.example', name: 'Cy', email: 'cy@acme.example', groups: [{ group: 'g-1', name: 'Cleaners' }] },
]
const file = smallTenant('acme', { people })

let server: TestServer
let tenantId = ''
let providerId = ''
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(file)
  tenantId = acme.id
  providerId = acme.identityProviderIds.get('Main') ?? ''
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
}, 60_000)
afterAll(() => server?.close())

async function explained(user: string) {
  const outcome = await admin.core.client.call(explainAccess, { query: { user } })
  if (!outcome.ok) throw new Error('explain failed')
  return outcome.value
}

/** What a first sign-in writes; undefined: the person was deactivated. */
function signIn(username: string, subject: string, claims: readonly string[]): Promise<string | undefined> {
  const named = { before: username, after: username, steps: [] }
  const identity = {
    subjectKey: subject,
    username,
    name: 'From the provider',
    nickname: 'P',
    email: null,
    givenName: null,
    familyName: null,
    locale: null,
    emailVerified: null,
    groups: claims.map((claim) => ({ claim })),
    names: { username: named, groups: [] },
  }
  return tenantScope(server.database, tenantId).transaction(async (tx) => {
    const id = await upsertUser(tx, providerId, identity, server.clock.now())
    if (id !== undefined) await replaceUserGroups(tx, { id, providerId }, identity.groups, server.clock.now())
    return id
  })
}

const rows = () =>
  tenantScope(server.database, tenantId).transaction(({ db }) =>
    db.selectFrom('users').select(['id', 'name', 'active']).orderBy('name').execute(),
  )

it('people of a tenant file are known with their groups before they sign in', async () => {
  const { outcome, person, groups, access, steps } = await explained('bo@acme.example')
  expect([outcome, person?.lastSignInAt]).toEqual(['known', null])
  expect(groups.map(({ name, mapped }) => [name, mapped])).toEqual([
    ['finance', true],
    ['guests', false],
  ])
  expect(access?.applications.map(({ label }) => label)).toContain('Vault')
  expect(steps[2]?.sentence).toBe('Bo is known as “Bo@acme.example” and has not signed in yet.')
  expect((await explained('cy@acme.example')).groups).toMatchObject([{ name: 'Cleaners', claim: 'g-1' }])
})

it('an import again changes those who have not signed in, and leaves the others as they are', async () => {
  await signIn('dee@acme.example', 'subject of dee', ['staff'])
  const changed = [
    { username: 'bo@acme.example', name: 'Bo Two', groups: ['staff'] },
    { username: 'dee@acme.example', name: 'Dee', groups: ['finance'] },
  ]
  await server.importTenant(smallTenant('acme', { people: changed }))
  expect((await explained('bo@acme.example')).groups.map(({ name }) => name)).toEqual(['staff'])
  expect(await explained('dee@acme.example')).toMatchObject({
    person: { name: 'From the provider' },
    groups: [{ name: 'staff' }],
  })
  expect((await rows()).map(({ name }) => name)).not.toContain('Dee')
})

it('the first sign-in replaces the imported person by what the provider says', async () => {
  const before = (await rows()).length
  await signIn('bo@acme.example', 'subject of bo', ['guests'])
  expect(await rows()).toHaveLength(before)
  const { person, groups } = await explained('bo@acme.example')
  expect([person?.name, person?.lastSignInAt === null]).toEqual(['From the provider', false])
  expect(groups.map(({ name }) => name)).toEqual(['guests'])
})

it('an imported person who was deactivated cannot sign in', async () => {
  await tenantScope(server.database, tenantId).transaction(({ db }) =>
    db.updateTable('users').set({ active: false }).where('username', '=', 'cy@acme.example').execute(),
  )
  expect(await signIn('cy@acme.example', 'subject of cy', ['staff'])).toBeUndefined()
  expect(await signIn('cy@acme.example', 'subject of cy', ['staff'])).toBeUndefined()
})
