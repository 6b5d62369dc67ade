import { result } from '../report.mjs'
import { percentiles } from '../support/percentiles.mjs'
import { openPortalBrowser } from '../support/portal-browser.mjs'

const rounds = 15
const target = 100
/** How long the API delays its answers: the page paints its loading state meanwhile. */
const apiDelayMs = 600
const pages = [
  ['picker', '/portal/environments', 'picker-skeleton-card'],
  ['launcher', '/portal', 'grid-skeleton-tile'],
]

/** From the first byte of a page to the first paint of what it shows while it loads, its API slow and nothing cached. */
export async function measure({ demo }) {
  const browser = await openPortalBrowser(demo)
  const { origin, page } = browser
  try {
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

/** Milliseconds from the first byte of the answer to the first contentful paint: the skeleton, which the HTML holds. */
async function firstPaint(page, url, skeleton) {
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (!(await answer.text()).includes(skeleton)) throw new Error(`${url} begins without ${skeleton}.`)
  return page.evaluate(async () => {
    const paint = await new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const found = list.getEntriesByName('first-contentful-paint')[0]
        if (found !== undefined) resolve(found.startTime)
      }).observe({ type: 'paint', buffered: true })
    })
    return paint - performance.getEntriesByType('navigation')[0].responseStart
  })
}
