import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { makeExpiredCertificate } from './support/expired-certificate.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { personByHttp } from './support/person-by-http.ts'
import { asked, questions, typedInputs } from './support/questions.ts'
import { importProvider, type ProviderEntry } from './support/live-provider.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Each question of the built program, on a terminal. scripts/questions.test.ts holds that none is missing here.
const installation = builtInstallation()
const folder = temporaryFolder()
const ctrlC = '\u0003'
const ctrlD = '\u0004'
const publicPem = makeKeyFiles(folder.path, 'own').publicPem
let demo: ServerProcess
let shell: Shell
let environment: string
let entry: string
let token: string

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const automation = readAutomation(demo.dataDir)
  await done(...loginArguments(automation))
  await done('env', 'use', automation.environment)
  const environments = await shell.json<{ id: string; name: string }[]>(['env', 'list'])
  environment = environments.find(({ name }) => name === automation.environment)?.id ?? ''
  const secret = join(folder.path, 'secret')
  writeFileSync(secret, 'a-secret-that-is-long-enough')
  const login = ['--set', 'issuer=https://login.example.com', '--set', 'clientId=portico']
  await done('sa', 'create', '--name', asked.account, '--key1', publicPem)
  const viewer = ['--env', 'Staging', '--app', 'Billing', '--role', 'viewer']
  await done('mapping', 'set', ...viewer, '--none')
  await done('role', 'create', '--name', asked.role)
  await done('role', 'create', '--name', 'Asked before')
  await done('role', 'update', 'Asked before', '--name', 'Asked after')
  const renames = ['audit', 'list', '--target', 'Asked after', '--action', 'tenant-role.update', '--json=id']
  const [renamed] = await shell.json<{ id: string }[]>(renames)
  entry = renamed?.id ?? ''
  const scim = ['--url', 'https://scim.example/v2', '--token', `@${secret}`, '--off']
  await done('provisioning', 'set', '--app', 'Billing', ...scim)
  await done('webhook', 'create', '--url', `https://${asked.webhook}/`)
  await done('idp', 'create', '--type', 'OIDC', '--name', asked.provider, ...login, '--client-secret', `@${secret}`)
  token = (await shell.json<{ token: string }>(['scim-token', 'create', '--idp', asked.provider])).token.slice(0, 9)
  await done('idp', 'create', '--type', 'OIDC', '--name', asked.secretive, ...login, '--client-secret', `@${secret}`)
  await done('uf', 'set', '--idp', asked.secretive, '--email', 'asked.example')
  const config = { issuer: 'https://login.example.com', clientId: 'portico' }
  const kept = { name: asked.kept, type: 'OIDC', config, clientSecret: 'a-secret-that-is-long-enough' }
  await importProvider(demo, { ...kept, emailSuffixes: ['kept.example'] })
  await done('idp', 'update', asked.kept, '--disable')
  await done('idp', 'create', '--type', 'OIDC', '--name', asked.reverted, ...login)
  const expired = makeExpiredCertificate(folder.path, 'expired')
  const expiring = await shell.json<ProviderEntry>(['idp', 'get', asked.expiring])
  const signingCertificate2 = readFileSync(expired, 'utf8')
  const { type } = expiring
  await importProvider(demo, { name: asked.expiring, type, config: { ...expiring.config, signingCertificate2 } })
  await done('idp', 'rollover', 'publish')
  await done('config', 'set', 'server', demo.url, '--profile', asked.profile)
  const person = readPeople(demo.dataDir).find(({ username }) => username === asked.person)
  const [primary] = await shell.json<{ id: string }[]>(['idp', 'list', '--json=id', '--filter', 'primary=true'])
  if (person === undefined || primary === undefined) throw new Error(`${asked.person} is not a person of the demo`)
  const visitor = personByHttp()
  await visitor.signIn(`${demo.url}/api/login/idps/${primary.id}/initiate`, person)
  type Choices<Name extends string> = Record<Name, { id: string }[]>
  const open = await visitor.call<Choices<'environments'>>(`${demo.url}/api/portal/environments`)
  await visitor.select(demo.url, open.environments[0]?.id ?? '')
  const choices = await visitor.call<Choices<'applications'>>(`${demo.url}/api/portal/apitoken/applications`)
  const application = `${demo.url}/api/portal/apitoken/applications/${choices.applications[0]?.id ?? ''}`
  await visitor.call(application, { method: 'POST', body: { name: asked.token } })
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function done(...args: readonly string[]) {
  const { code, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
}

/** What was made before the questions, instead of its placeholder. */
function filled(text: string): string {
  return text.replace(asked.entry, entry).replace(asked.scimToken, token)
}

function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}, rows?: number) {
  const terminal = openPseudoTerminal(
    ['node', installation.portico, ...args.map(filled)],
    { ...shell.env, ...env },
    rows,
  )
  onTestFinished(() => terminal.kill())
  return terminal
}

describe.each(questions)('the question before: $name', ({ args, asks, answer, state }) => {
  test.each([
    ['another answer', 'n\r', 2, 'error: '],
    ['no answer', '\r', 2, 'error: '],
    ['the end of input', ctrlD, 2, 'error: '],
    ['Ctrl-C', ctrlC, 130, ''],
  ])('%s changes nothing', async (_, typed, code, says) => {
    const before = await state(shell)
    const terminal = onTerminal(args)
    await terminal.shows(filled(asks).trimEnd())
    terminal.write(typed)
    expect((await terminal.exited).code).toBe(code)
    await terminal.shows(says)
    expect(await state(shell)).toEqual(before)
  })

  test('the right answer performs the action', async () => {
    const before = await state(shell)
    const terminal = onTerminal(args)
    await terminal.shows(filled(asks).trimEnd())
    terminal.write(`${filled(answer)}\r`)
    expect((await terminal.exited).code).toBe(0)
    expect(await state(shell)).not.toEqual(before)
  })
})

describe('input typed on a terminal for `-`', () => {
  test.each(typedInputs({ publicPem: '', environment: '' }).map(({ name }, at) => [name, at] as const))(
    '%s, until Ctrl-D',
    async (_, at) => {
      const input = typedInputs({ publicPem, environment })[at]
      if (input === undefined) throw new Error('There is no such input.')
      const before = await input.state(shell)
      const terminal = onTerminal(input.args)
      // The terminal itself keeps what is typed before the program reads it.
      terminal.write(`${input.typed}${ctrlD}`)
      expect((await terminal.exited).code).toBe(0)
      expect(await input.state(shell)).not.toEqual(before)
    },
  )
})

describe('a person who signs in on a terminal', () => {
  test('without a browser at hand sees an address, a code and a picture of both, and may give up', async () => {
    const terminal = onTerminal(['login', '--server', demo.url, '--profile', 'person'], { SSH_TTY: '/dev/pts/0' })
    await terminal.shows(/enter the code, or compare it: {2}[A-Z]{4}-[A-Z]{4}/)
    await terminal.shows(/[▀▄█]{10}/)
    await terminal.shows('Waiting for your answer.')
    terminal.write(ctrlC)
    expect((await terminal.exited).code).toBe(130)
  })

  test('with a browser sees the address that opens', async () => {
    const env = { BROWSER: 'true', SSH_TTY: '', SSH_CONNECTION: '', SSH_CLIENT: '', CI: '' }
    const terminal = onTerminal(['login', '--server', demo.url, '--profile', 'person'], env)
    await terminal.shows('Your browser opens to sign you in. If it does not, go to:')
    terminal.write(ctrlC)
    expect((await terminal.exited).code).toBe(130)
  })
})

test('a table that is longer than the screen goes through the pager', async () => {
  const terminal = onTerminal(['config', 'list'], { PAGER: "sed 's/^/paged: /'", CI: '' }, 8)
  await terminal.shows('paged: ')
  expect((await terminal.exited).code).toBe(0)
})
