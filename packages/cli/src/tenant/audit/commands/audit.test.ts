import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let folder = ''

beforeAll(async () => {
  server = await openPortalServer()
  folder = mkdtempSync(join(tmpdir(), 'portico-audit-'))
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
  })
  for (const label of ['Auditor', 'Reviewer']) await at.run(['role', 'create', '--name', label])
})
afterEach(() => at?.close())

const audit = (...argv: string[]) => at.run(['audit', ...argv])
const rows = async (...argv: string[]) =>
  JSON.parse((await audit('list', '--json', ...argv)).stdout) as Record<string, unknown>[]
const targets = (some: readonly Record<string, unknown>[]) => some.map(({ target }) => target)

test('changes are listed newest first, with who made them from where', async () => {
  const [newest, before] = await rows('--action', 'tenant-role')
  expect([newest?.['target'], before?.['target']]).toEqual(['Reviewer', 'Auditor'])
  expect(newest).toMatchObject({
    action: 'tenant-role.create',
    actorKind: 'service-account',
    address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
    after: expect.objectContaining({}) as object,
  })
  const { stdout } = await at.run(['audit', 'list', '--kind', 'tenant-role', '--limit', '1'], {
    isTTY: true,
    env: { NO_COLOR: '1' },
  })
  expect(stdout).toContain('Reviewer')
  expect(stdout).toContain('Custom role created')
  expect((await audit('list', '--kind', 'tenant-role')).stdout).toContain('tenant-role.create')
  const german = { isTTY: true, env: { NO_COLOR: '1', LANG: 'de_DE.UTF-8' } }
  expect((await at.run(['audit', 'list', '--kind', 'tenant-role'], german)).stdout).toContain('Eigene Rolle angelegt')
  expect(stdout).not.toContain('Auditor')
})

test.each([
  [['--target', 'Auditor'], ['Auditor']],
  [['--search', 'audit', '--kind', 'tenant-role'], ['Auditor']],
  [
    ['--kind', 'tenant-role', '--since', '1h'],
    ['Reviewer', 'Auditor'],
  ],
  [['--kind', 'tenant-role', '--until', '1h'], []],
  [['--kind', 'tenant-role', '--actor', 'unknown'], []],
])('%j narrows the list', async (argv, wanted) => {
  expect(targets(await rows(...argv))).toEqual(wanted)
})

test('the log is exported as JSON lines, oldest first, to stdout and to a file', async () => {
  const { stdout } = await audit('export', '--kind', 'tenant-role')
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { target: { name: string } })
  expect(lines.map(({ target }) => target.name)).toEqual(['Auditor', 'Reviewer'])

  const file = join(folder, 'audit.jsonl')
  const written = await audit('export', '--kind', 'tenant-role', '-o', file)
  expect([written.code, written.stdout, written.stderr]).toEqual([0, '', expect.stringContaining('2 rows written')])
  expect(readFileSync(file, 'utf8')).toBe(stdout)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await audit('export', '-o', join(folder, 'no', 'such', 'folder'))).code).toBe(3)
})

test('the export on a screen cannot turn the direction of text, and says the same', async () => {
  const name = 'Staff\u202etxt.exe'
  expect(await at.run(['group', 'create', '--claim', name, '--idp', 'Main'])).toMatchObject({ code: 0 })
  const { stdout } = await audit('export', '--target', name)
  expect(stdout).toContain('Staff\\u202etxt.exe')
  expect(JSON.parse(stdout)).toMatchObject({ target: { name } })
})

test.each([
  [['--since', 'yesterday']],
  [['--action', "x'y"]],
  [['--kind', 'A Kind']],
  [['--limit', '0']],
  [['--search', 'x'.repeat(201)]],
])('%j is a usage mistake', async (argv) => {
  expect((await audit('list', ...argv)).code).toBe(64)
})

test('a log as it was sealed verifies; a row that was edited ends with 1, and is named', async () => {
  const head = join(folder, 'head.json')
  await at.tenant.sealAudit()
  expect(await audit('head', '-o', head)).toMatchObject({ code: 0, stdout: '' })
  const verified = await audit('verify', '--head', head)
  expect(verified).toMatchObject({ code: 0, stdout: '' })
  expect(verified.stderr).toMatch(/\d+ rows under \d+ seals? as when they were sealed\./)
  expect((await audit('verify')).stderr).toContain('only found with --head FILE')

  await at.tenant.editAuditRow('Auditor')
  const edited = await audit('verify')
  expect([edited.code, edited.stdout]).toEqual([1, expect.stringMatching(/^row-edited\tRow .* was changed after/)])
  expect(JSON.parse((await audit('verify', '--json')).stdout)).toMatchObject({ findings: [{ kind: 'row-edited' }] })
  expect((await audit('verify', '--head', join(folder, 'no-such-file'))).code).toBe(3)
})

test('a change is taken back after its preview; a refusal names the reason', async () => {
  await at.run(['role', 'update', 'Auditor', '--name', 'Examiner'])
  const [entry] = await rows('--target', 'Examiner')
  const id = String(entry?.['id'])
  const dry = await audit('revert', id, '--dry-run')
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining(`POST /api/portal/admin/audit/${id}/revert`)])
  expect(dry.stdout).toContain('  Name: "Examiner" -> "Auditor"')
  expect(dry.stderr).toMatch(/This will set:\n {2}- Name: Examiner\n {2}\+ Name: Auditor/)
  expect((await audit('revert', id)).code).toBe(2)
  expect((await at.run(['role', 'get', 'Examiner'])).code).toBe(0)
  const done = await audit('revert', id, '--yes')
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('The change was taken back.')])
  expect((await at.run(['role', 'get', 'Auditor'])).code).toBe(0)
  const again = await audit('revert', id, '--yes')
  expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('A later change set this again.')])
})
