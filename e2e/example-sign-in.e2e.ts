import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import type { ListeningProgram } from './support/listening-program.ts'
import { startLyingProvider, withoutSignature, type Lie, type LyingProvider } from './support/lying-provider.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { withOtherClaims, withOtherSignature } from './support/service-tokens.ts'
import { signInExamples } from './support/sign-in-examples.ts'
import { enterPassword } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// The programs of docs/guides/sign-people-in.md: each signs people of the demo in, in a browser, and refuses wrong answers.
const guide = 'sign-people-in.md'
const folder = temporaryFolder()
const installation = builtInstallation()
const all = await signInExamples(folder.path)
const hostileName = '<img src=x onerror=alert(1)> "O\'Hara" & Co'
let browser: Browser
let demo: ServerProcess
let liar: LyingProvider
let port: number
let address: string

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'demo') })
  liar = await startLyingProvider(hostileName)
  port = await freePort('127.0.0.1')
  address = `http://localhost:${port}`
})
afterAll(async () => {
  await browser?.close()
  await liar?.stop()
  await demo?.stop()
  folder.remove()
})

/** Runs the blocks of a section as the page prints them, and returns the values that they end with. */
async function register(heading: string, blocks: number, names: readonly string[]): Promise<string[]> {
  const commands = guideBlocks(installation, guide, heading, 'sh')
    .slice(0, blocks)
    .join('')
    .replace(/^cd .*|^npm .*|^npx .*/gm, '')
    .replaceAll('http://localhost:3000', address)
    .replaceAll('http://127.0.0.1:8080', demo.url)
    .replaceAll('.portico/', `${demo.dataDir}/`)
    .replaceAll(/app (register|show) acme billing/g, `app $1 acme billing --data ${demo.dataDir}`)
  const input = `${commands}\n${names.map((name) => `printf '%s\\n' "value=$${name}"`).join('\n')}`
  const { code, stdout, stderr } = await runProcess(['bash', '-e'], { cwd: installation.root, input })
  expect(code, stderr).toBe(0)
  return [...stdout.matchAll(/^value=(.+)$/gm)].map(([, value = '']) => value)
}

async function visit(at = address): Promise<Page> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  await visitor.page.goto(`${at}/`)
  return visitor.page
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** From the program's page to the identity provider and back. */
async function signInAs(page: Page, name: string): Promise<void> {
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (person === undefined) throw new Error(`The demo has no person ${name}.`)
  await page.getByText('Sign in', { exact: true }).click()
  await page.getByLabel('Username').fill(person.username)
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterPassword(page, person)
}

describe.each(all)('$language', (example) => {
  const { language, missing, isPage } = example
  if (missing !== undefined) {
    test.skip(`is skipped: this machine does not have ${missing}`, () => {})
    process.stderr.write(`sign-in examples: ${language} is skipped, because this machine does not have ${missing}.\n`)
    return
  }
  beforeAll(() => example.prepare?.(), 300_000)

  describe('with the demo', () => {
    let program: ListeningProgram
    beforeAll(async () => {
      const [issuer = '', id = '', secret = ''] = isPage
        ? await register('React', 2, ['VITE_ISSUER', 'VITE_CLIENT_ID'])
        : await register('Registering the application', 2, ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'])
      program = await example.start({ issuer, id, secret, port })
    })
    afterAll(() => program?.stop())

    test('signs a person in with their roles and out of the portal too', async () => {
      const page = await visit()
      const context = page.context()
      await heading(page, 'Billing').waitFor()
      await context.addCookies([{ name: 'session', value: 'planted', url: address }])
      await signInAs(page, 'ada')
      await heading(page, 'Hello, Ada Okafor').waitFor()
      await page.getByText('Your roles: approver, clerk, viewer').waitFor()
      expect(page.url()).toBe(`${address}/`)

      const cookies = await context.cookies(address)
      if (!isPage) {
        expect(cookies.find(({ name }) => name === 'session')?.value).not.toBe('planted')
        for (const { name, httpOnly, sameSite } of cookies)
          expect([name, httpOnly, sameSite]).toEqual([name, true, 'Lax'])
      }

      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are not signed in.').waitFor()
      // Authlib adds a state.
      expect(page.url().replace(/\?state=[\w-]+$/, '')).toBe(`${address}/`)
      // A copy of the cookie is worthless afterwards.
      await context.addCookies(cookies)
      await page.reload()
      await page.getByText('You are not signed in.').waitFor()
      await page.goto(`${demo.url}/portal`)
      await page.getByLabel('Username').waitFor()
    })

    test('shows why a person is not signed in', async () => {
      const page = await visit()
      await signInAs(page, 'dana')
      await heading(page, 'The sign-in failed').waitFor()
      await page.getByText(/access_denied: The person may not open this application/).waitFor()
    })
  })

  describe('with a provider that lies', () => {
    let program: ListeningProgram
    let at: string
    beforeAll(async () => {
      const own = await freePort('127.0.0.1')
      at = `http://localhost:${own}`
      program = await example.start({ issuer: liar.url, id: 'billing', secret: 'a secret', port: own })
    })
    afterAll(() => program?.stop())

    async function signInWith(lie: Lie): Promise<Page> {
      liar.answers(lie)
      const page = await visit(at)
      await page.getByText('Sign in', { exact: true }).click()
      return page
    }

    test('accepts an honest answer, and shows a name as text', async () => {
      const page = await signInWith({})
      await heading(page, `Hello, ${hostileName}`).waitFor()
      expect(await page.locator('img').count()).toBe(0)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are not signed in.').waitFor()
    })

    const past = Math.floor(Date.now() / 1000) - 3600
    test.each<[string, Lie]>([
      ['with another state', { state: 'x'.repeat(43) }],
      ['with another nonce', { claims: { nonce: 'x'.repeat(43) } }],
      ['without a nonce', { claims: { nonce: undefined } }],
      ['with another signature', { change: withOtherSignature }],
      ['with a role added', { change: (idToken) => withOtherClaims(idToken, { roles: ['approver'] }) }],
      ['without a signature', { change: withoutSignature }],
      ['for another application', { claims: { aud: 'ledger' } }],
      ['for another application, on behalf of this one', { claims: { aud: 'ledger', azp: 'billing' } }],
      ['of another issuer', { claims: { iss: 'https://portal.example.com' } }],
      ['that has expired', { claims: { iat: past - 60, exp: past } }],
    ])('refuses an answer %s', async (_, lie) => {
      const page = await signInWith(lie)
      await heading(page, 'The sign-in failed').waitFor()
      await page.goto(`${at}/`)
      await page.getByText('You are not signed in.').waitFor()
    })

    test('shows the error of an answer only if this browser began its sign-in', async () => {
      const error = { error: 'server_error', error_description: 'Call 555-0100.' }
      await (await signInWith({ error })).getByText('server_error: Call 555-0100.').waitFor()
      const page = await signInWith({ error, state: 'x'.repeat(43) })
      await heading(page, 'The sign-in failed').waitFor()
      expect(await page.getByText('555-0100').count()).toBe(0)
      await page.goto(`${at}/callback?${String(new URLSearchParams({ ...error, state: 'y'.repeat(43) }))}`)
      await heading(page, 'The sign-in failed').waitFor()
      expect(await page.getByText('555-0100').count()).toBe(0)
      await page.goto(`${at}/callback?code=x&state=${'y'.repeat(43)}`)
      await heading(page, 'The sign-in failed').waitFor()
    })

    test('begins a sign-in that the launcher asks for, only for its own issuer', async () => {
      liar.answers({})
      const page = await visit(at)
      await page.goto(`${at}/sign-in?iss=${encodeURIComponent('https://other.example')}`)
      await heading(page, isPage ? 'Billing' : 'The sign-in failed').waitFor()
      await page.goto(
        `${at}/sign-in?iss=${encodeURIComponent(liar.url)}&target_link_uri=https%3A%2F%2Fother.example%2F`,
      )
      await heading(page, /^Hello, /).waitFor()
      expect(page.url()).toBe(`${at}/`)
    })
  })
})
