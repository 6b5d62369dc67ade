import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { openProvider, openProviders } from './support/provider-form.ts'
import { enterPassword, enterUsername, openEnvironment, signIn as enter } from './support/sign-in.ts'
import { simulatedProviders, type SimulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

type Row = {
  slot: number
  fingerprint: string
  provenAt: string | null
  listed: string | null
  metadata: string | null
}

const folder = temporaryFolder()
const installation = builtInstallation()
const provider = 'Acme Partners'
const atSimulator = 'acme-partners'
let browser: Browser
let demo: ServerProcess
let simulator: SimulatedProviders
let shell: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  await open()
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function open(): Promise<void> {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), args: ['--simulator-control'] })
  simulator = simulatedProviders(demo.dataDir)
  shell = openShell(installation, join(folder.path, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
}

const fields = ['--json', 'slot,fingerprint,provenAt,listed,metadata']
const portico = async (...args: string[]) => {
  const { code, stdout, stderr } = await shell.portico(args)
  if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}.\n${stderr}`)
  return JSON.parse(stdout) as Row[]
}
const listed = () => portico('cert', 'list', '--idp', provider, ...fields)
const refreshed = () => portico('cert', 'refresh', '--idp', provider, ...fields)

/** Where a person of this provider ends. */
async function signIn(): Promise<string> {
  const person = readPeople(demo.dataDir).find(({ tenant, type }) => tenant === 'acme' && type === 'OPENSAML')
  if (person === undefined) throw new Error('The demo has no person of this provider.')
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  await enterUsername(visitor.page, demo.url, person.username)
  await enterPassword(visitor.page, person)
  await visitor.page.waitForURL(new RegExp(`^${demo.url}/(?:portal|login/unauthorized)`))
  return new URL(visitor.page.url()).pathname.split('/')[1] ?? ''
}

test('a provider changes its signing key, and the slots follow by command: new, proven, old retired', async () => {
  const [old] = await listed()
  expect(await listed()).toHaveLength(1)
  expect(await signIn()).toBe('portal')

  await simulator.misbehave(atSimulator, { rotatedKeys: true })
  expect(await signIn(), 'a key that is not stored here').toBe('login')
  expect(await refreshed()).toMatchObject([
    { slot: 1, fingerprint: old?.fingerprint, listed: 'yes', provenAt: expect.any(String) },
    { slot: 2, listed: 'yes', provenAt: null, metadata: expect.stringContaining('updated from the metadata') },
  ])
  expect(await signIn()).toBe('portal')
  // The one that ends first is on top.
  const next = (await listed()).find(({ slot }) => slot === 2)
  expect(next?.provenAt).toEqual(expect.any(String))

  await simulator.rotateKeys(atSimulator)
  await simulator.behave(atSimulator)
  expect(await refreshed()).toMatchObject([{ slot: 1, fingerprint: next?.fingerprint, listed: 'yes' }])
  expect(await signIn()).toBe('portal')
  const last = await shell.portico(['cert', 'retire', '--idp', provider, '--slot', '1', '-y'])
  expect([last.code, last.stderr]).toEqual([7, expect.stringContaining('only signing certificate')])
})

test('the page of a provider shows what proves its certificates, reads the metadata now, and retires one', async () => {
  await simulator.misbehave(atSimulator, { nextPublished: true })
  const ada = readPeople(demo.dataDir).find(({ tenant }) => tenant === 'acme')
  if (ada === undefined) throw new Error('The demo has no people.')
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  const { page } = visitor
  await enter(page, demo.url, ada)
  await openEnvironment(page, 'Production')
  await openProviders(page)
  await openProvider(page, provider)
  await page.getByRole('link', { name: 'Certificates in effect' }).click()
  const panel = page.getByRole('region', { name: 'Certificates in effect' })
  await panel.getByText(/^Proven by a sign-in on /).waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(1)
  await panel.getByRole('button', { name: 'Refresh now' }).click()
  await panel.getByText('It has not verified a sign-in yet').waitFor()
  await panel.getByText(/^The certificates were updated from the metadata\./).waitFor()
  await panel.getByRole('button', { name: 'Retire Signing certificate 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retire this certificate?' })
  await dialog.getByRole('button', { name: 'Retire' }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('It has not verified a sign-in yet').waitFor({ state: 'detached' })
  expect(await listed()).toHaveLength(1)
  expect(visitor.complaints).toEqual([])
})
