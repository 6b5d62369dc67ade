import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let person: SignedInTerminal['run']

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    applications: [
      {
        slug: 'ledger',
        label: 'Ledger',
        roles: [
          { name: 'reader', label: 'Reader', groups: ['staff'] },
          { name: 'writer', label: 'Writer', groups: ['finance'] },
        ],
      },
    ],
  })
  person = await at.person(['staff'])
})
afterEach(() => at?.close())

const token = (...argv: string[]) => person(['api-token', ...argv])
const create = (...more: string[]) => token('create', '--app', 'Ledger', '--name', 'nightly', ...more)

test('only the token is printed, once, and it is listed without its secret', async () => {
  const { code, stdout, stderr } = await create('--role', 'Reader', '--expires', '30d')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^pat_[0-9A-Za-z]{49}\n$/)])
  expect(stderr).toContain('it is not shown again')
  const listed = await token('list', '--json')
  expect(listed.stdout).not.toContain(stdout.trim())
  expect(JSON.parse(listed.stdout)).toEqual([
    expect.objectContaining({
      name: 'nightly',
      application: 'Ledger',
      roles: ['Reader'],
      state: 'active',
      owner: null,
    }),
  ])
})

test('--json prints id, token and expiry', async () => {
  const { stdout } = await create('--json')
  const made = JSON.parse(stdout) as Record<string, string>
  expect(Object.keys(made)).toEqual(['id', 'token', 'expiresAt'])
  expect(made['token']).toMatch(/^pat_/)
})

test('--out-file writes the token to a file that only its owner can read, and prints nothing', async () => {
  const file = join(at.terminal.folder, 'token')
  const { code, stdout } = await create('--out-file', file)
  expect([code, stdout]).toEqual([0, ''])
  expect(readFileSync(file, 'utf8')).toMatch(/^pat_[0-9A-Za-z]{49}\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a dry run creates nothing', async () => {
  expect((await create('--role', 'Reader', '--dry-run')).stdout).toContain('POST /api/portal/apitoken/applications/')
  expect(JSON.parse((await token('list', '--json')).stdout)).toEqual([])
})

test.each<[string, readonly string[], number]>([
  ['a role of others', ['--role', 'Writer'], 6],
  ['an invalid expiry', ['--expires', 'soon'], 64],
  ['an expiry that is too late', ['--expires', '9999d'], 3],
])('%s is refused', async (_, more, code) => {
  expect((await create(...more)).code).toBe(code)
})

test('a token is revoked by its owner, and by an administrator who finds it', async () => {
  await create()
  const unconfirmed = await token('revoke', 'nightly')
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('Revoking the API token nightly')])
  expect((await token('revoke', 'nightly', '--confirm', 'other')).code).toBe(3)
  const { code, stderr } = await token('revoke', 'nightly', '--confirm', 'nightly')
  expect([code, stderr]).toEqual([0, expect.stringContaining('The token nightly was revoked.')])
  expect((await token('revoke', 'nightly', '--confirm', 'nightly')).code).toBe(6)
  await create()
  const all = JSON.parse(
    (await at.run(['api-token', 'list', '--all', '--json', 'name,state,owner'])).stdout,
  ) as object[]
  expect(all).toEqual([
    { name: 'nightly', state: 'active', owner: expect.stringContaining('@') },
    { name: 'nightly', state: 'revoked', owner: expect.stringContaining('@') },
  ])
  expect((await at.run(['api-token', 'revoke', 'nightly', '--all', '--confirm', 'nightly'])).code).toBe(0)
  expect(JSON.parse((await token('list', '--state', 'active', '--json')).stdout)).toEqual([])
})

test('a service account cannot create one', async () => {
  expect((await at.run(['api-token', 'create', '--app', 'Ledger', '--name', 'x'])).code).toBe(5)
})

test('where no environment is chosen, the message names that instead of a missing application', async () => {
  person = await at.person(['staff'], null)
  expect(await create()).toMatchObject({
    code: 3,
    stderr: 'error: No environment is chosen, and applications belong to one.\nhint: portico env use NAME\n',
  })
})
