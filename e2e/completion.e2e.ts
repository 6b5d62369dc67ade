import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  completingShells,
  openCompletingShell,
  prepareShells,
  type CompletingShell,
  type ShellName,
} from './support/completing-shell.ts'
import { guideLines } from './support/guide-blocks.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { startRecordingProxy, type RecordingProxy } from './support/recording-proxy.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { enterUsername } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// Tab in real shells, which then parse the line themselves: the test checks the words that the program would get.
const installation = builtInstallation()
const folder = temporaryFolder()
const work = join(folder.path, 'work')
/** More than a page of completion. */
const robots = 250
const names = {
  blank: 'ci runner',
  apostrophe: `O'Brien & "Sons"`,
  hostile: 'evil $(touch pwned);`touch pwned`|touch pwned>pwned!x\\#*?{a,b}~',
  flag: '--server=http://127.0.0.1:9/',
}
let demo: ServerProcess
let proxy: RecordingProxy
let user: Shell
let code: string
let flagId: string
let tried: Readonly<Record<ShellName, Tried>>

beforeAll(async () => {
  mkdirSync(join(work, 'my keys'), { recursive: true })
  // The portal's public address is the proxy's, so that what a Tab asks is on record.
  proxy = await startRecordingProxy()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), env: { PORTICO_BASE_URL: proxy.url } })
  proxy.forwardTo(demo.url)
  user = openShell(installation, join(folder.path, 'home'))
  const automation = { ...readAutomation(demo.dataDir), server: proxy.url }
  await done(...loginArguments(automation))
  await done('env', 'use', 'Staging')
  const { publicFile, publicPem } = makeKeyFiles(folder.path, 'own')
  writeFileSync(join(work, 'my keys', "ann's key.pem"), publicPem)
  const rows = Array.from({ length: robots }, (_, at) => `robot-${at + 1},@${publicFile}`)
  writeFileSync(join(folder.path, 'robots.csv'), `name,key1\n${rows.join('\n')}\n`)
  await done('sa', 'create', '-f', join(folder.path, 'robots.csv'))
  for (const name of [names.blank, names.hostile, names.flag])
    await done('sa', 'create', `--name=${name}`, '--key1', `@${publicFile}`)
  const secret = join(folder.path, 'secret')
  writeFileSync(secret, 'a-secret-that-is-long-enough')
  const config = ['--set=issuer=https://login.example.com', '--set=clientId=portico', '--client-secret', `@${secret}`]
  await done('idp', 'create', '--type=OIDC', '--name', names.apostrophe, ...config)
  const accounts = await user.json<{ id: string; name: string }[]>(['sa', 'list'])
  flagId = accounts.find(({ name }) => name === names.flag)?.id ?? ''
  await beginSignIn()
  code = (await user.json<{ code: string }[]>(['sign-in', 'list']))[0]?.code ?? ''
  prepareShells(user.home, installation)
  // A Tab is mostly waiting: the shells wait at the same time.
  const all = await Promise.all(completingShells.map(async (name) => [name, await tryAll(name)] as const))
  tried = Object.fromEntries(all) as typeof tried
})
afterAll(async () => {
  for (const { shell } of Object.values(tried ?? {})) shell.close()
  await demo?.stop()
  await proxy?.stop()
  folder.remove()
})

async function done(...args: readonly string[]) {
  const { code: ended, stderr } = await user.portico(args)
  expect(ended, stderr).toBe(0)
}

/** Leaves an attempt with a code behind: a person who never continued at the provider. */
async function beginSignIn() {
  const browser = await launchBrowser()
  try {
    const visitor = await openVisitor(browser)
    await enterUsername(visitor.page, proxy.url, readPeople(demo.dataDir)[0]?.username ?? '')
  } finally {
    await browser.close()
  }
}

type Case = [typed: string, words: string[], ends?: 'goes on']

const file = "@my keys/ann's key.pem"
const wiki = 'urn:portico:acme:application:wiki'

/** What is typed before Tab, and the words of the completed line that the program gets. */
const cases: readonly Case[] = [
  ['portico idp li', ['idp', 'li'], 'goes on'],
  ['portico idp lis', ['idp', 'list']],
  ['portico idp list --json na', ['idp', 'list', '--json', 'name'], 'goes on'],
  ['portico idp list --json name,i', ['idp', 'list', '--json', 'name,id'], 'goes on'],
  ['portico idp list --json=name,i', ['idp', 'list', '--json=name,id'], 'goes on'],
  ['portico sa list --columns name,key1F', ['sa', 'list', '--columns', 'name,key1Fingerprint'], 'goes on'],
  ['portico sa list --columns=name,key1F', ['sa', 'list', '--columns=name,key1Fingerprint'], 'goes on'],
  ['portico sa list --columns name,', ['sa', 'list', '--columns', 'name,'], 'goes on'],
  ['portico whoami --json=tenant,u', ['whoami', '--json=tenant,username'], 'goes on'],
  ['portico sa list --sort -upd', ['sa', 'list', '--sort', '-updatedAt']],
  ['portico sa list --filter nam', ['sa', 'list', '--filter', 'name='], 'goes on'],
  ['portico sa list --output=ya', ['sa', 'list', '--output=yaml']],
  ['portico sa list -oya', ['sa', 'list', '-oyaml']],
  ['portico sa list --env=Prod', ['sa', 'list', '--env=Production']],
  ['portico sa list --env="Prod', ['sa', 'list', '--env=Production']],
  ['portico sa get ci', ['sa', 'get', names.blank]],
  ['portico sa get ci\\ r', ['sa', 'get', names.blank]],
  ['portico sa get "ci r', ['sa', 'get', names.blank]],
  ["portico sa get 'ci r", ['sa', 'get', names.blank]],
  ['portico idp get O', ['idp', 'get', names.apostrophe]],
  ["portico idp get O\\'", ['idp', 'get', names.apostrophe]],
  ['portico idp get "O\'', ['idp', 'get', names.apostrophe]],
  ["portico idp get 'O", ['idp', 'get', names.apostrophe]],
  ['portico cert list --idp=O', ['cert', 'list', `--idp=${names.apostrophe}`]],
  ['portico cert list --idp="O', ['cert', 'list', `--idp=${names.apostrophe}`]],
  ['portico sa get ev', ['sa', 'get', names.hostile]],
  ['portico sa get "ev', ['sa', 'get', names.hostile]],
  ["portico sa get 'ev", ['sa', 'get', names.hostile]],
  ['portico sa create --name x --key1 @m', ['sa', 'create', '--name', 'x', '--key1', '@my keys/'], 'goes on'],
  ['portico sa create --name x --key1 @my\\ keys/a', ['sa', 'create', '--name', 'x', '--key1', file]],
  ['portico sa create --name x --key1 "@my keys/a', ['sa', 'create', '--name', 'x', '--key1', file]],
  ['portico sa create --name x --key1=@my\\ keys/a', ['sa', 'create', '--name', 'x', `--key1=${file}`]],
  ['portico idp create --set clientI', ['idp', 'create', '--set', 'clientId='], 'goes on'],
  [
    'portico idp create --set signingCertificate1=@my\\ keys/a',
    ['idp', 'create', '--set', `signingCertificate1=${file}`],
  ],
  ['portico sa create --file my\\ keys/a', ['sa', 'create', '--file', file.slice(1)]],
  ['portico sa create --file=my\\ keys/a', ['sa', 'create', `--file=${file.slice(1)}`]],
  [`portico app roles ${wiki.slice(0, -2)}`, ['app', 'roles', wiki]],
  [`portico app roles "${wiki.slice(0, -2)}`, ['app', 'roles', wiki]],
  [`portico sa create --app=${wiki.slice(0, -2)}`, ['sa', 'create', `--app=${wiki}`]],
  ['PORTICO_ENV=Production portico idp lis', ['idp', 'list']],
]

describe.each(completingShells)('in %s', (name) => {
  const shell = (): CompletingShell => tried[name].shell

  test.each(cases)('%s becomes the words %j', (typed, words, ends) => {
    const { line, read } = tried[name].lines.get(typed) ?? { line: '', read: [] }
    expect(read).toEqual(words)
    expect(line.endsWith(' ')).toBe(ends === undefined)
    expect(existsSync(join(work, 'pwned'))).toBe(false)
  })

  test('a code of a sign-in is completed from its beginning', async () => {
    expect(await wordsOf(await shell().tab(`portico sign-in show ${code.slice(0, 6)}`), shell())).toEqual([
      'sign-in',
      'show',
      code,
    ])
  })

  test('a name that looks like an option is not inserted where it would be one', async () => {
    const line = await shell().tab('portico sa get --server=')
    expect(line).toBe('portico sa get --server=')
    const byId = await shell().tab(`portico sa get ${flagId.slice(0, -1)}`)
    expect(await wordsOf(byId, shell())).toEqual(['sa', 'get', flagId])
    const behindDashes = await shell().tab('portico sa get -- --ser')
    expect(await wordsOf(behindDashes, shell())).toEqual(['sa', 'get', '--', names.flag])
  })

  test('of more accounts than can be offered, the common beginning is offered', async () => {
    expect(await shell().tab('portico sa get rob')).toBe('portico sa get robot-')
  })

  test.concurrent.each<[string, () => Readonly<Record<string, string>>]>([
    ['with no credentials, what is kept neither', () => ({ XDG_STATE_HOME: join(folder.path, 'nothing') })],
    ['when the server is away', () => ({ ...automationEnv(), PORTICO_SERVER: 'http://127.0.0.1:1' })],
  ])('nothing is offered and nothing is printed %s', async (_, env) => {
    await openFresh(name, env(), async (fresh) => {
      for (const typed of ['portico sa get ro', 'portico idp get "O', 'portico sa list --env=Pro']) {
        expect(await fresh.tab(typed)).toBe(typed)
        await fresh.showsNothing()
      }
      expect(await fresh.tab('portico idp lis')).toBe('portico idp list ')
    })
  })

  test.concurrent('Tab waits only once for a server that never answers', async () => {
    let connections = 0
    const silent = createServer(() => (connections += 1))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const env = { ...automationEnv(), PORTICO_SERVER: `http://127.0.0.1:${port}` }
    await openFresh(name, env, async (fresh) => {
      for (const typed of ['portico sa get ro', 'portico sa get robot-1']) {
        expect(await fresh.tab(typed)).toBe(typed)
        await fresh.showsNothing()
      }
    }).finally(() => silent.close())
    expect(connections).toBe(1)
  })
})

test('a Tab costs as many requests with many accounts as with few, each for a page of them', async () => {
  const env = { PORTICO_ENV: 'Staging', XDG_CACHE_HOME: join(folder.path, 'bounded') }
  proxy.forget()
  const complete = (begin: string) => user.portico(['__complete', '--', 'sa', 'get', begin], { env })
  const lists = () => proxy.requests.filter(({ path }) => path.includes('/service-accounts')).map(({ path }) => path)
  const { stdout } = await complete('rob')
  expect(stdout.split('\n').length).toBeLessThanOrEqual(103)
  expect(lists()).toHaveLength(3)
  for (const path of lists()) expect(path).toMatch(/[?&]limit=1(00)?(&|$)/)
  proxy.forget()
  expect((await complete('rob')).stdout).toBe(stdout)
  expect(proxy.requests).toEqual([])
  expect((await complete('robot-24')).stdout.split('\n').filter(Boolean)).toHaveLength(11)
  expect(lists()).toHaveLength(1)
})

/** A shell that was set up as the guide says, and what became of the cases in it. */
type Tried = {
  readonly shell: CompletingShell
  /** By what was typed: the line behind Tab, and the words that the shell reads it as. */
  readonly lines: ReadonlyMap<string, { readonly line: string; readonly read: readonly string[] }>
}

async function tryAll(name: ShellName): Promise<Tried> {
  const before = await openCompletingShell(name, user, { cwd: work })
  for (const line of guideLines(installation, 'command-line.md', 'Completion', name)) await before.run(line)
  before.close()
  let shell = await openCompletingShell(name, user, { cwd: work })
  const lines = new Map<string, { line: string; read: string[] }>()
  for (const [typed] of cases) {
    try {
      const line = await shell.tab(typed)
      lines.set(typed, { line, read: await wordsOf(line, shell) })
    } catch (reason) {
      // A shell that waits for the end of a quotation is of no use for the next case.
      lines.set(typed, { line: '', read: [String(reason)] })
      shell.close()
      shell = await openCompletingShell(name, user, { cwd: work })
    }
  }
  return { shell, lines }
}

/** Signed in without a login, so that any server is asked. */
function automationEnv() {
  const { serviceAccountId, keyFile } = readAutomation(demo.dataDir)
  return { PORTICO_SERVICE_ACCOUNT: serviceAccountId, PORTICO_KEY_FILE: keyFile }
}

async function openFresh(
  name: ShellName,
  env: Readonly<Record<string, string>>,
  use: (shell: CompletingShell) => Promise<void>,
): Promise<void> {
  const shell = await openCompletingShell(name, user, { cwd: work, env })
  try {
    await use(shell)
  } finally {
    shell.close()
  }
}

/** The shell itself reads the line, with a program that prints its arguments. */
async function wordsOf(line: string, shell: CompletingShell): Promise<string[]> {
  const printed = await shell.run(line.replace(/^.*?portico /, "printf '%s\\n' "))
  return printed.split('\n').slice(0, -1)
}
