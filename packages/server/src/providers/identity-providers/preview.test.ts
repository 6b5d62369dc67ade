import { previewTransforms, type BodyOf } from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { finishRecord, insertRecord } from '../../sign-in/records/records.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'Ada@acme.example', groups: ['admins', '/x/sales'] })
  await recordSignIn()
})
afterAll(() => server.close())

/** What a sign-in of the provider leaves in the flight recorder. */
async function recordSignIn(): Promise<void> {
  const [identityProviderId = ''] = acme.identityProviderIds.values()
  await tenantScope(server.database, acme.id).transaction(async (tx) => {
    const user = await tx.db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
    const about = { identityProviderId, username: user.username, address: '127.0.0.1', requestId: 'r', lines: [] }
    const { id } = await insertRecord(tx, { ...about, purpose: 'login' }, server.clock.now())
    await finishRecord(tx, id, {
      outcome: 'signed-in',
      userId: user.id,
      username: user.username,
      lines: [],
      requestId: 'r',
    })
  })
}

async function preview(body: BodyOf<typeof previewTransforms>) {
  const [id = ''] = acme.identityProviderIds.values()
  return admin.core.client.call(previewTransforms, { params: { id }, body })
}

it('transforms are previewed on the names last seen and on names that are typed', async () => {
  const outcome = await preview({
    usernameTransforms: [{ kind: 'lower-case' }],
    groupTransforms: [{ kind: 'path-end' }, { kind: 'keep', pattern: '^sal' }],
    usernames: ['ADA@acme.example'],
    groups: ['/y/sales', 'other'],
  })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const [ada, seen] = ['ADA@acme.example', 'Ada@acme.example']
  const after = 'ada@acme.example'
  expect(outcome.value.names).toEqual(
    expect.arrayContaining([
      { kind: 'username', before: ada, after, source: 'typed', mapped: false, sameAs: seen },
      { kind: 'username', before: seen, after, source: 'seen', mapped: false, sameAs: ada },
      { kind: 'group', before: '/y/sales', after: 'sales', source: 'typed', mapped: false, sameAs: '/x/sales' },
      { kind: 'group', before: 'other', after: null, source: 'typed', mapped: false, sameAs: null },
      // Mapped to Security Admin: dropping it would matter.
      { kind: 'group', before: 'admins', after: null, source: 'seen', mapped: true, sameAs: null },
      { kind: 'group', before: '/x/sales', after: 'sales', source: 'seen', mapped: false, sameAs: '/y/sales' },
    ]),
  )
})

it('a pattern that the server cannot use is named by its place', async () => {
  expect(await preview({ groupTransforms: [{ kind: 'lower-case' }, { kind: 'keep', pattern: '(' }] })).toMatchObject({
    problem: { status: 400, details: [{ errorID: 'TRANSFORM_PATTERN', fieldID: 'groupTransforms.1.pattern' }] },
  })
})
