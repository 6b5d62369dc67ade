import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// The demo's applications are OpenID clients of Portico, by openid-client, on an address apart from Portico's.
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let applications: string

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  const { url } = JSON.parse(readFileSync(join(demo.dataDir, 'demo', 'simulator.json'), 'utf8')) as { url: string }
  applications = `${url}/apps`
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function enter(name: string, environment: string): Promise<Page> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (person === undefined) throw new Error(`The demo has no person ${name}.`)
  await enterPortal(visitor.page, demo.url, person, environment)
  return visitor.page
}

/** Third-party-initiated login (OpenID Connect Core section 4). */
const begin = (page: Page, slug: string, environment: string) =>
  page.goto(`${applications}/${slug}/login?at=acme-${environment}&iss=${encodeURIComponent(demo.url)}`)
const fact = (page: Page, term: string) => page.locator(`dt:text-is("${term}") + dd`)

test('a person of the portal is signed in without a prompt, with tenant, environment and roles', async () => {
  const page = await enter('ada', 'Production')
  await begin(page, 'billing', 'production')
  await expect.poll(() => page.url()).toBe(`${applications}/billing`)
  expect(await fact(page, 'Signed in as').innerText()).toBe('Ada Okafor')
  expect(await fact(page, 'Environment').innerText()).toBe('Acme Industries, Production')
  expect(await fact(page, 'Roles here').innerText()).toBe('approver, clerk, viewer')
  expect(await fact(page, 'Tenant id').innerText()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await fact(page, 'Environment id').innerText()).toMatch(/^[0-9a-f-]{36}$/)
  expect(Date.parse(await fact(page, 'Session since').innerText())).toBeLessThanOrEqual(Date.now())
  expect(await fact(page, 'Signed in by').innerText()).toBe(demo.url)
})

test('a person without access to the application is not signed in there', async () => {
  const page = await enter('dana', 'Production')
  await begin(page, 'billing', 'production')
  await page.getByText('Error: access_denied').waitFor()
  await page.goto(`${applications}/billing`)
  await page.getByText('You are not signed in here.').waitFor()
})
