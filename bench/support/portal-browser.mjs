import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from 'playwright-core'

/**
 * Debian's Chromium with a separate folder, signed in to the demo as its administrator. `port` is open for tools that
 * drive the same browser, such as Lighthouse; they find the cookies there.
 */
export async function openPortalBrowser(demo) {
  const { origin } = await demo.start()
  const executablePath = process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) throw new Error(`There is no Chromium at ${executablePath}.`)
  const folder = join(demo.folder, `chromium-${Date.now()}`)
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'],
    viewport: { width: 1440, height: 900 },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, origin, demo.folder)
  const [port] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
  const devtools = await context.newCDPSession(page)
  return {
    origin,
    context,
    page,
    port: Number(port),
    clearCache: () => devtools.send('Network.clearBrowserCache'),
    close: () => context.close(),
  }
}

export async function signIn(page, origin, folder) {
  const people = JSON.parse(readFileSync(join(folder, 'data', 'demo', 'people.json'), 'utf8'))
  const { username, password } = people.find((one) => one.username.startsWith('ada@'))
  await page.goto(`${origin}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Production' }).click()
  await page.waitForURL(`${origin}/portal`)
}
