import { loadavg, cpus } from 'node:os'

import { result } from '../report.mjs'
import { loadLighthouse } from '../support/lighthouse.mjs'
import { openPortalBrowser } from '../support/portal-browser.mjs'
import { portalPages } from '../support/portal-pages.mjs'
import { startReferencePage } from '../support/reference-page.mjs'

const runs = 3
/** Limits by form factor. */
const lcpGates = { mobile: 1800, desktop: 600 }

/**
 * Lighthouse on each page, signed in: the median of three runs. The same runs measure a page that never changes, so that
 * a slow machine shows in both. Lighthouse computes the figures of a slow connection from a load over a fast one, in which
 * every script comes before the first paint and so counts against it; "as painted" is measured over a connection that
 * the browser really slows down.
 */
export async function measure({ demo }) {
  const { lighthouse, desktopConfig } = await loadLighthouse()
  const server = await demo.start()
  const [load] = loadavg()
  if (load > cpus().length / 2)
    process.stderr.write(`This machine is busy (load ${load.toFixed(1)}): compare with the reference page only.\n`)
  const reference = await startReferencePage()
  const browser = await openPortalBrowser(demo)
  try {
    const pages = { reference: reference.origin, ...(await addressesOf(server)) }
    const results = []
    for (const [form, config] of [
      ['mobile', undefined],
      ['desktop', desktopConfig],
    ])
      results.push(...(await ofForm({ lighthouse, config, form, pages, browser })))
    for (const [name, url] of Object.entries(pages)) {
      const { lcp } = await medianRun(lighthouse, url, browser, undefined, { throttlingMethod: 'devtools' })
      results.push(result({ name: `${name}, mobile: LCP as painted`, value: lcp, unit: 'ms', target: lcpGates.mobile }))
    }
    return results
  } finally {
    await browser.close()
    await reference.close()
  }
}

/** Pages of the documentation: its home, a long guide, and a page of the reference with many calls. */
const documentPages = {
  documentation: '/docs',
  'long guide': '/docs/operating',
  'API reference': '/docs/api/identity-providers',
}

async function addressesOf(server) {
  const pages = { ...(await portalPages(server)), ...documentPages }
  return Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, server.origin + path]))
}

async function ofForm({ lighthouse, config, form, pages, browser }) {
  const figures = {}
  for (const [name, url] of Object.entries(pages)) figures[name] = await medianRun(lighthouse, url, browser, config)
  const floor = figures['reference']
  return Object.entries(figures).flatMap(([name, { score, lcp, blocking, shift, accessibility, practices }]) => {
    const title = `${name}, ${form}`
    const paint = result({ name: `${title}: LCP`, value: lcp, unit: 'ms', target: lcpGates[form] })
    if (name === 'reference') return [paint]
    return [
      result({ name: `${title}: performance`, value: score, unit: 'of 100', target: 95, at: 'least' }),
      paint,
      result({ name: `${title}: LCP beside the reference page`, value: lcp, unit: 'ms', baseline: floor.lcp }),
      result({ name: `${title}: blocking time`, value: blocking, unit: 'ms' }),
      result({ name: `${title}: layout shift`, value: shift, unit: 'of the page', target: 0.02 }),
      result({ name: `${title}: accessibility`, value: accessibility, unit: 'of 100', target: 100, at: 'least' }),
      result({ name: `${title}: best practices`, value: practices, unit: 'of 100', target: 100, at: 'least' }),
    ]
  })
}

/** The run whose largest contentful paint is the median. */
async function medianRun(lighthouse, url, browser, config, more) {
  const found = []
  // Now and then the browser's trace lacks the page load, and Lighthouse asks to be run again.
  for (let tries = 0; found.length < runs; tries += 1) {
    const run = await oneRun(lighthouse, url, browser, config, more)
    if (run !== undefined) found.push(run)
    else if (tries === 3 * runs) throw new Error(`${url} could not be traced.`)
  }
  return found.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(runs / 2)]
}

/** Undefined: the load was not recorded. */
async function oneRun(lighthouse, url, browser, config, more) {
  const { port } = browser
  const onlyCategories = ['performance', 'accessibility', 'best-practices']
  // Keeping the storage keeps the session, but the cache with it, from which a page would come in no time.
  const flags = { port, onlyCategories, disableStorageReset: true, logLevel: 'silent', output: 'json', ...more }
  await browser.clearCache()
  const { lhr } = await lighthouse(url, flags, config)
  if (lhr.runtimeError?.code === 'NO_NAVSTART') return undefined
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  if (new URL(lhr.finalDisplayedUrl).pathname.startsWith('/login') && !url.endsWith('/login'))
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}: the session was lost.`)
  const { audits, categories } = lhr
  return {
    score: categories.performance.score * 100,
    lcp: audits['largest-contentful-paint'].numericValue,
    blocking: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    accessibility: categories.accessibility.score * 100,
    practices: categories['best-practices'].score * 100,
  }
}
