import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runScript } from './support/peer-script.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Needs Python with venv, and PyPI. Elsewhere the scenario is skipped.
const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0
const installation = builtInstallation()
const folder = temporaryFolder()
const tester = join(folder.path, 'tester')
let isInstalled = false
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  const script = join(installation.root, 'e2e/peers/setup-scim-tester.sh')
  const install = () => runScript(script, 'start', { FOLDER: tester })
  isInstalled =
    hasPython &&
    (await install().then(
      () => true,
      () => false,
    ))
  if (!isInstalled) return
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  await done(...loginArguments(readAutomation(demo.dataDir)))
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
  return stdout
}

/**
 * What scim2-tester 0.5.2 reports and we keep. Whether a person is active is never unknown: without a value it stays as it was. And
 * it expects a member without `display`, which is read-only in our schema and always returned.
 */
const kept = [
  "PATCH modify() did not remove attribute 'active'",
  "Attribute 'members' was not added or has unexpected value",
  "Attribute 'members' was not replaced or has unexpected value",
]

test('scim2-tester finds no errors other than those that are ours by choice', async (context) => {
  if (!isInstalled) return context.skip()
  const secret = join(folder.path, 'secret')
  writeFileSync(secret, 'a-secret-that-is-long-enough')
  const login = [
    '--set',
    'issuer=https://login.example.com',
    '--set',
    'clientId=portico',
    '--client-secret',
    `@${secret}`,
  ]
  const { id } = JSON.parse(
    await done('idp', 'create', '--type', 'OIDC', '--name', 'Tester', ...login, '--json', 'id'),
  ) as { id: string }
  const token =
    /scim_[0-9A-Za-z]{49}/.exec(await done('scim-token', 'create', '--idp', 'Tester', '--name', 'scim2-tester'))?.[0] ??
    ''
  const { stdout } = await runProcess([join(tester, 'bin/scim'), '--url', `${demo.url}/scim/v2/${id}`, 'test'], {
    cwd: folder.path,
    env: { SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` },
  })
  const errors = [...stdout.matchAll(/^ *(?:ERROR|CRITICAL) .*\n +(.*)$/gm)].map(([, reason]) => reason)
  expect(errors).toEqual(kept)
  expect(stdout.match(/^SUCCESS /gm)?.length).toBeGreaterThan(100)
})
