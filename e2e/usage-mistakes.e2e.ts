import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { simulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Flags and mistakes of the built program against the built server.
type Provider = { id: string; config: Record<string, unknown> }

const installation = builtInstallation()
const folder = temporaryFolder()
let demo: ServerProcess
let shell: Shell
let aggregateUrl: string
let environment: string

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  aggregateUrl = `${simulatedProviders(demo.dataDir).url}/saml/metadata.xml`
  const automation = readAutomation(demo.dataDir)
  await run(...loginArguments(automation))
  await run('env', 'use', automation.environment)
  const environments = await shell.json<{ id: string; name: string }[]>(['env', 'list'])
  environment = environments.find(({ name }) => name === automation.environment)?.id ?? ''
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function run(...args: string[]) {
  const finished = await shell.portico(args)
  if (finished.code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${finished.code}.\n${finished.stderr}`)
  return finished
}

test('an unknown --entity-id lists the candidates, and the hint names one that works', async () => {
  const from = ['--type', 'OPENSAML', '--from-url', aggregateUrl]
  const failed = await shell.portico(['idp', 'import', ...from, '--entity-id', 'https://unknown.example'])
  expect(failed.code).toBe(3)
  expect(failed.stderr).toContain('describes no identity provider https://unknown.example')
  const hint = /^hint: portico (.*)$/m.exec(failed.stderr)?.[1] ?? ''
  expect((failed.stderr.match(/^ {2}\S*http/gm) ?? []).length).toBeGreaterThan(1)
  expect((await run(...hint.split(' '))).stdout).toContain(hint.split(' ').at(-1))
})

test.each(['--from-url', '--from-file'])('idp update %s takes over what the provider publishes', async (flag) => {
  const document = join(folder.path, 'metadata.xml')
  writeFileSync(document, await (await fetch(aggregateUrl)).text())
  const before = await shell.json<Provider>(['idp', 'get', 'Acme Partners'])
  await run('idp', 'update', before.id, '--set', 'ssoUrl=https://moved.example/sso')
  await run('idp', 'update', before.id, flag, flag === '--from-url' ? aggregateUrl : document)
  const after = await shell.json<Provider>(['idp', 'get', before.id])
  expect(after.config['ssoUrl']).toBe(before.config['ssoUrl'])
})

test('plain api is a GET, and --paginate reads every page', async () => {
  const publicPem = makeKeyFiles(folder.path, 'own').publicPem
  for (const name of ['page-1', 'page-2', 'page-3']) await run('sa', 'create', '--name', name, '--key1', publicPem)
  const path = `/portal/admin/environments/${environment}/service-accounts?limit=1`
  type Answer = { serviceAccounts: { name: string }[]; next?: string | null }
  const first = JSON.parse((await run('api', path)).stdout) as Answer
  expect([first.serviceAccounts.length, typeof first.next]).toEqual([1, 'string'])
  const all = JSON.parse((await run('api', path, '--paginate')).stdout) as Answer | Answer['serviceAccounts']
  const names = (Array.isArray(all) ? all : all.serviceAccounts).map(({ name }) => name)
  expect(names).toEqual((await shell.json<{ name: string }[]>(['sa', 'list'])).map(({ name }) => name))
  expect(names).toEqual(expect.arrayContaining(['page-1', 'page-2', 'page-3']))
})

test('--no-headers leaves the column names of tables and CSV out', async () => {
  for (const format of ['table', 'csv']) {
    const whole = (await run('env', 'list', '-o', format)).stdout.split('\n')
    const bare = (await run('env', 'list', '-o', format, '--no-headers')).stdout.split('\n')
    expect(bare).toEqual(whole.slice(1))
  }
})

test('--request-timeout ends a call that a halted server does not answer, with exit 69', async () => {
  demo.signal('SIGSTOP')
  onTestFinished(() => demo.signal('SIGCONT'))
  const { code, stderr } = await shell.portico(['whoami', '--request-timeout', '0.5'])
  expect(code).toBe(69)
  expect(stderr).toContain('hint: portico config explain server')
})

test('an unknown field is exit 64 wherever it is named', async () => {
  writeFileSync(join(folder.path, 'rows.csv'), 'name,kye1\nx,y\n')
  writeFileSync(join(folder.path, 'rows.yaml'), '- name: x\n  kye1: y\n')
  writeFileSync(join(folder.path, 'idp.yaml'), 'type: OIDC\nname: x\nconfgi: {}\n')
  const mistakes = [
    ['sa', 'list', '--json', 'nmae'],
    ['sa', 'list', '--columns', 'nmae'],
    ['sa', 'list', '--sort', 'nmae'],
    ['sa', 'list', '--filter', 'nmae=x'],
    ['sa', 'create', '-f', join(folder.path, 'rows.csv')],
    ['sa', 'create', '-f', join(folder.path, 'rows.yaml')],
    ['idp', 'create', '--file', join(folder.path, 'idp.yaml')],
    ['idp', 'update', 'Acme Partners', '--set', 'nmae=x'],
    ['config', 'get', 'sever'],
  ]
  for (const argv of mistakes) expect([argv, (await shell.portico(argv)).code]).toEqual([argv, 64])
})
