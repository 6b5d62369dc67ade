import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { openPortalBrowser } from '../../bench/support/portal-browser.mjs'
import { demoObjects } from './demo-objects.mjs'
import { faultsOf } from './faults.mjs'
import { addressOf } from './portal-screens.mjs'

export const widths = [1440, 768, 390, 320]
export const schemes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
}
const heights = { 1440: 900, 768: 1024, 390: 844, 320: 640 }

/**
 * Pictures of these screens at these widths in these schemes, as `screen-width-scheme.png`. Answers what is wrong with
 * them: `{ screen, width, fault }`. `note` is called with the name of each picture and its page.
 */
export async function picturePortal({ demo, folder, screens, widths, schemes: wanted, say, note }) {
  const browser = await openPortalBrowser(demo)
  try {
    const { context, origin } = browser
    const known = await demoObjects(browser, demo)
    const cookies = await context.cookies()
    const found = []
    for (const who of ['visitor', 'administrator', 'support']) {
      const seen = screens.filter((screen) => seenBy(screen) === who)
      if (seen.length === 0) continue
      await context.clearCookies()
      if (who === 'administrator') await context.addCookies(cookies)
      if (who === 'support') await signInAsSupport(context, { origin, folder: demo.folder })
      for (const screen of seen) {
        say(screen.name)
        for (const width of widths) {
          const options = { folder, screen, width, url: origin + addressOf(screen, known), wanted, note }
          for (const fault of await pictureScreen(context, options)) found.push({ screen: screen.name, width, fault })
        }
      }
    }
    return found
  } finally {
    await browser.close()
  }
}

const seenBy = ({ visitor = false, support = false }) => (visitor ? 'visitor' : support ? 'support' : 'administrator')

/** The vendor's tenant has one environment, so that no picker comes. */
async function signInAsSupport(context, { origin, folder }) {
  const people = JSON.parse(readFileSync(join(folder, 'data', 'demo', 'people.json'), 'utf8'))
  const { username, password } = people.find((one) => one.username.startsWith('kofi@'))
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${origin}/portal`)
  await page.close()
}

async function pictureScreen(context, { folder, screen, width, url, wanted, note }) {
  const page = await context.newPage()
  const faults = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message)) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  try {
    await page.setViewportSize({ width, height: heights[width] })
    await page.emulateMedia({ ...schemes.light, reducedMotion: 'reduce' })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.locator('[class*=loading-root], [class*=skeleton-root]').first().waitFor({ state: 'detached' })
    await page.evaluate(() => document.fonts.ready)
    if (screen.act === undefined) await showWhole(page, width)
    else await screen.act(page)
    faults.push(...(await faultsOf(page)))
    for (const scheme of wanted) {
      await page.emulateMedia({ ...schemes[scheme], reducedMotion: 'reduce' })
      const name = `${screen.name}-${width}-${scheme}`
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
      await note(name, page)
    }
    await screen.after?.(page)
  } catch (reason) {
    faults.push(`no picture: ${reason.message.split('\n')[0]}`)
  }
  await page.close()
  return faults
}

/** A window as high as the page: a bar that sticks to the end of the window is at the end of the page. */
async function showWhole(page, width) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, heights[width]) })
}

/** Chromium logs each answer of 400 or more; a screen may be there to show one. */
function isAnswer(message) {
  return message.text().includes('the server responded with a status of 4')
}
