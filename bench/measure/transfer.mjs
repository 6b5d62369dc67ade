import { result } from '../report.mjs'
import { openPortalBrowser } from '../support/portal-browser.mjs'
import { portalPages } from '../support/portal-pages.mjs'

/** Kilobytes of JavaScript until the page is idle. */
const budgets = { launcher: 100, 'environment list': 178, 'identity providers': 155 }
/** How long there must be no request before the page counts as idle, which includes what it loads when idle. */
const quietMs = 2500

/** What each page has transferred when it is idle, with an empty cache: requests, bytes, and bytes of JavaScript. */
export async function measure({ demo }) {
  const browser = await openPortalBrowser(demo)
  try {
    const results = []
    for (const [name, path] of Object.entries(await portalPages(await demo.start()))) {
      const { requests, bytes, scripts } = await load(browser, browser.origin + path)
      const script = { name: `${name}: JavaScript until idle`, value: scripts / 1000, unit: 'kB' }
      const target = budgets[name]
      results.push(
        result(target === undefined ? script : { ...script, target }),
        result({ name: `${name}: all bytes until idle`, value: bytes / 1000, unit: 'kB' }),
        result({ name: `${name}: requests until idle`, value: requests, unit: '' }),
      )
    }
    return results
  } finally {
    await browser.close()
  }
}

async function load({ context }, url) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const types = new Map()
  const found = { requests: 0, bytes: 0, scripts: 0 }
  let last = performance.now()
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = performance.now()
    found.requests += 1
    found.bytes += encodedDataLength
    if (types.get(requestId) === 'Script') found.scripts += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(url, { waitUntil: 'load' })
  while (performance.now() - last < quietMs) await page.waitForTimeout(200)
  await page.close()
  return found
}
