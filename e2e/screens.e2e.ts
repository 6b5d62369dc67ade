import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername, openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const artifacts = join(import.meta.dirname, 'artifacts')
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true })
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), {
    dataDir: `${folder.path}/data`,
    env: {
      PORTICO_SUPPORT_URL: 'https://support.example/',
      PORTICO_ANALYTICS_INFO_URL: 'https://support.example/counting',
    },
  })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const looks = [
  { colorScheme: 'light', forcedColors: 'none', width: 1440 },
  { colorScheme: 'dark', forcedColors: 'none', width: 390 },
  { colorScheme: 'light', forcedColors: 'active', width: 1440 },
] as const

describe.each(looks)(
  'every screen, $colorScheme at $width px, forced colours $forcedColors',
  ({ colorScheme, forcedColors, width }) => {
    /** A picture, and what is wrong with the page that it shows. */
    async function look(page: Page, name: string): Promise<string[]> {
      await page.evaluate(() => document.fonts.ready)
      await page.screenshot({
        path: join(artifacts, `${name}-${width}-${forcedColors === 'active' ? 'forced' : colorScheme}.png`),
        fullPage: true,
      })
      const violations = await accessibilityViolations(page)
      const sideways = await sidewaysScroll(page)
      const language = await page.evaluate(() => document.documentElement.lang)
      return [
        ...violations.map((violation) => `${name}: ${violation}`),
        ...(sideways > 0 ? [`${name}: ${sideways} px of sideways scroll`] : []),
        ...(language === 'en' ? [] : [`${name}: language ${language}`]),
      ]
    }

    async function visit() {
      const visitor = await openVisitor(browser, {
        colorScheme,
        forcedColors,
        width,
        height: width === 390 ? 844 : 900,
      })
      onTestFinished(() => visitor.close())
      return visitor
    }

    function person(name: string) {
      const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
      if (found === undefined) throw new Error(`The demo has no person ${name}.`)
      return found
    }

    test('before signing in', async () => {
      const { page, complaints } = await visit()
      const faults: string[] = []
      await page.goto(`${demo.url}/login`)
      await page.getByText('Privacy policy').waitFor()
      faults.push(...(await look(page, 'login')))
      await enterUsername(page, demo.url, 'ada')
      await page.getByText("That doesn't look like a valid username.").waitFor()
      faults.push(...(await look(page, 'login-error')))
      await enterUsername(page, demo.url, 'ada@acme.example')
      await page.getByLabel('Password').waitFor()
      faults.push(...(await look(page, 'provider')))
      for (const error of ['401', '403', '500', 'IDP_ERROR', 'CONFIG_TOKEN_ERROR']) {
        await page.goto(`${demo.url}/login/unauthorized?error=${error}&action=Forbidden`)
        await page.getByRole('heading').first().waitFor()
        faults.push(...(await look(page, `error-${error.toLowerCase()}`)))
        if (error === '401') await page.getByRole('button', { name: 'Understood' }).click()
      }
      await page.goto(`${demo.url}/login/unexpected`)
      await page.getByRole('heading', { name: "Sorry, we didn't expect that." }).waitFor()
      faults.push(...(await look(page, 'unexpected')))
      await page.goto(`${demo.url}/login/signed-out`)
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
      faults.push(...(await look(page, 'signed-out')))
      expect(faults).toEqual([])
      expect(complaints).toEqual([])
    })

    test('signed in', async () => {
      const { page, context, complaints } = await visit()
      const faults: string[] = []
      await page.goto(`${demo.url}/login`)
      await page.getByLabel('Username').fill('ada@acme.example')
      await page.getByLabel('Remember me').check()
      await page.getByRole('button', { name: 'Continue' }).click()
      await enterPassword(page, person('ada'))
      await page.getByRole('button', { name: 'Production' }).waitFor()
      faults.push(...(await look(page, 'environments')))
      await page.getByRole('button', { name: 'Understood' }).click()
      await page.goto(`${demo.url}/login`)
      await page.getByLabel('Environment').waitFor()
      faults.push(...(await look(page, 'login-remembered')))
      await page.goto(`${demo.url}/portal/environments`)
      await openEnvironment(page, 'Production')
      const tile = page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: 'Billing' })
      await tile.waitFor()
      faults.push(...(await look(page, 'launcher')))
      const filter = page.getByRole('textbox', { name: 'Filter applications' })
      await filter.fill('led')
      await page.getByText('Enter opens General Ledger').waitFor()
      faults.push(...(await look(page, 'launcher-filtered')))
      await filter.fill('zzz')
      await page.getByText('No application matches').waitFor()
      faults.push(...(await look(page, 'launcher-no-match')))
      await filter.fill('')
      for (const [button, name] of [
        ['Account menu', 'menu-account'],
        ['Switch application', 'menu-switcher'],
        ['Admin', 'menu-admin'],
        ['Environment: Production', 'menu-environment'],
      ] as const) {
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('menuitem').first().waitFor()
        faults.push(...(await look(page, name)))
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
      await page.goto(`${demo.url}/portal/admin/environment-settings`)
      await page.getByRole('table').waitFor()
      faults.push(...(await look(page, 'environment-settings')))
      await page.goto(`${demo.url}/portal/admin/launcher`)
      await page.getByRole('textbox', { name: 'Announcement' }).waitFor()
      faults.push(...(await look(page, 'launcher-settings')))
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        page.goto(`${demo.url}/portal`).then(() => tile.click()),
      ])
      await opened.getByRole('heading', { name: 'Billing' }).waitFor()
      faults.push(...(await look(opened, 'application')))
      expect(faults).toEqual([])
      expect(complaints).toEqual([])
    })

    test('with nothing to show, and with a server that fails', async () => {
      const { page, complaints } = await visit()
      const faults: string[] = []
      await signIn(page, demo.url, person('goran'))
      await page.getByText('No environment is open to you yet.').waitFor()
      await page.getByRole('button', { name: 'Understood' }).click()
      faults.push(...(await look(page, 'environments-none')))
      const unavailable = {
        errorID: 'UNAVAILABLE',
        errorMessage: 'The service is busy.',
        requestID: 'r-1',
        details: [],
      }
      await askItself(page)
      await page.route('**/api/portal/environments?*', (route) => route.fulfill({ status: 503, json: unavailable }))
      await page.reload()
      await page.getByText('The service is busy.').waitFor()
      faults.push(...(await look(page, 'environments-failed')))
      expect(faults).toEqual([])
      expect(withoutAnswers(complaints, 503)).toEqual([])
    })
  },
)
