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
import { startScimApplication, type ScimApplication } from './support/scim-application.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

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
let supportSession: string
let application: ScimApplication

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
  await done('scim-token', 'create', '--idp', asked.provider, '--name', asked.scimToken)
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
  const person = personOfDemo(asked.person)
  const [primary] = await shell.json<{ id: string }[]>(['idp', 'list', '--json=id', '--filter', 'primary=true'])
  if (primary === undefined) throw new Error('The demo has no primary provider.')
  const visitor = personByHttp()
  await visitor.signIn(`${demo.url}/api/login/idps/${primary.id}/initiate`, person)
  type Choices<Name extends string> = Record<Name, { id: string }[]>
  const open = await visitor.call<Choices<'environments'>>(`${demo.url}/api/portal/environments`)
  await visitor.select(demo.url, open.environments[0]?.id ?? '')
  const choices = await visitor.call<Choices<'applications'>>(`${demo.url}/api/portal/apitoken/applications`)
  const tokens = `${demo.url}/api/portal/apitoken/applications/${choices.applications[0]?.id ?? ''}`
  await visitor.call(tokens, { method: 'POST', body: { name: asked.token } })
  await done('branding', 'set', '--name', 'Asked branding')
  supportSession = await enterAsSupport()
  await connectExistingAccounts()
})
afterAll(async () => {
  await demo?.stop()
  await application?.close()
  folder.remove()
})

function personOfDemo(username: string): Person {
  const person = readPeople(demo.dataDir).find((one) => one.username === username)
  if (person === undefined) throw new Error(`${username} is not a person of the demo`)
  return person
}

/** The vendor's support user enters the tenant, and stays. Answers the id of the support session. */
async function enterAsSupport(): Promise<string> {
  await done('support-access', 'allow')
  const kofi = personOfDemo('kofi@vendor.example')
  const visitor = personByHttp()
  const login = { method: 'POST', body: { username: kofi.username } }
  const { redirectUrl } = await visitor.call<{ redirectUrl: string }>(`${demo.url}/api/login`, login)
  await visitor.signIn(new URL(redirectUrl, demo.url).href, kofi)
  const operations = `${demo.url}/api/operations/tenants`
  const { tenants } = await visitor.call<{ tenants: { id: string }[] }>(`${operations}?slug=acme`)
  await visitor.call(`${operations}/${tenants[0]?.id}/support-sessions`, { method: 'POST', body: { reason: 'Asked' } })
  const [session] = await shell.json<{ id: string }[]>(['support-access', 'sessions', '--json=id'])
  return session?.id ?? ''
}

/** Connects Billing in Staging to an application that has accounts of the same names already. */
async function connectExistingAccounts(): Promise<void> {
  application = await startScimApplication()
  for (const { username: userName } of readPeople(demo.dataDir))
    application.users.set(userName, { id: userName, userName, displayName: userName })
  const file = join(folder.path, 'application.token')
  writeFileSync(file, application.token)
  const at = ['--app', 'Billing', '--env', 'Staging']
  await done('provisioning', 'set', ...at, '--url', application.url, '--token', `@${file}`, '--no-groups')
  const sent = async () => {
    type Progress = { people: number; takeovers: number }
    const { people, takeovers } = await shell.json<Progress>(['provisioning', 'show', ...at])
    return people > 0 && takeovers === people
  }
  await until('existing accounts wait for approval', sent)
}

async function done(...args: readonly string[]) {
  const { code, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
}

/** What was made before the questions, instead of its placeholder. */
function filled(text: string): string {
  return text.replace(asked.entry, entry).replace(asked.supportSession, supportSession)
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
    ['another answer', 'n\r', 2, '\nerror: '],
    ['no answer', '\r', 2, '\nerror: '],
    ['the end of input', ctrlD, 2, '\nerror: '],
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
