import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from 'playwright-core'

import { result } from '../report.mjs'
import { percentiles } from '../support/percentiles.mjs'

const rounds = 15
const target = 100
/** How long the API keeps the page waiting: what is painted meanwhile is the loading state. */
const apiDelayMs = 600
const pages = [
  ['picker', '/portal/environments', '.picker-skeleton-card'],
  ['launcher', '/portal', '.grid-skeleton-tile'],
]

/** From the first byte of a page to the first paint of what it shows while it loads, its API slow and nothing cached. */
export async function measure({ demo }) {
  const { origin } = await demo.start()
  const executablePath = process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) throw new Error(`There is no Chromium at ${executablePath}.`)
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await signIn(page, origin, demo.folder)
    await page.route('**/api/**', (route) => setTimeout(() => void route.continue().catch(() => {}), apiDelayMs))
    const results = []
    for (const [name, path, skeleton] of pages) {
      const times = []
      for (let round = 0; round < rounds; round += 1) times.push(await firstPaint(page, origin + path, skeleton))
      results.push(
        result({
          name: `${name}: its loading state is painted, median`,
          value: percentiles(times).p50,
          unit: 'ms',
          target,
        }),
      )
    }
    return results
  } finally {
    await browser.close()
  }
}

async function signIn(page, origin, folder) {
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

/** Milliseconds from the first byte of the answer to the first contentful paint, on a page that still shows its skeleton. */
async function firstPaint(page, url, skeleton) {
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(skeleton).first().waitFor()
  return page.evaluate(async (shape) => {
    const paint = await new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const found = list.getEntriesByName('first-contentful-paint')[0]
        if (found !== undefined) resolve(found.startTime)
      }).observe({ type: 'paint', buffered: true })
    })
    if (document.querySelector(shape) === null)
      throw new Error('The skeleton was gone before the first paint was read.')
    return paint - performance.getEntriesByType('navigation')[0].responseStart
  }, skeleton)
}
