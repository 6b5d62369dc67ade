import { join } from 'node:path'

import { result } from '../report.mjs'
import { connectOwner } from '../support/owner.mjs'
import { openPortalBrowser } from '../support/portal-browser.mjs'
import { portalPages } from '../support/portal-pages.mjs'
import { startReferencePage } from '../support/reference-page.mjs'

const accounts = 10_000
const throttle = 4
const target = 100

const typing = (selector, text) => async (page) => {
  await page.locator(selector).first().click()
  for (const key of text) await page.keyboard.press(key)
}

/** The user's actions on each page, in this order. */
const steps = {
  launcher: [
    ['filter', typing('search input', 'ana')],
    ['user menu', (page) => page.locator('header button[aria-haspopup]').last().click()],
    [
      'palette',
      async (page) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await page.locator('dialog[open] [role=combobox]').waitFor()
        for (const key of 'serv') await page.keyboard.press(key)
      },
    ],
  ],
  'service accounts': [
    ['filter', typing('search input', 'account')],
    ['sort', (page) => page.locator('th button').first().click()],
  ],
  'service account form': [['dropdown', (page) => page.locator('main button[aria-haspopup]').first().click()]],
}

/** The slowest interaction, in ms until it is painted, with 4x processor throttling and 10,000 accounts. */
export async function measure({ demo }) {
  const server = await demo.start()
  await addAccounts(join(demo.folder, 'data'))
  const reference = await startReferencePage()
  const browser = await openPortalBrowser(demo)
  try {
    const pages = await portalPages(server)
    const onReference = [['filter', typing('input', 'row 00')]]
    const results = (await ofPage(browser, reference.origin, onReference)).map(([, value]) =>
      result({ name: 'reference page: filter, slowest', value, unit: 'ms' }),
    )
    for (const [name, actions] of Object.entries(steps))
      for (const [action, value] of await ofPage(browser, browser.origin + pages[name], actions))
        results.push(result({ name: `${name}: ${action}, slowest`, value, unit: 'ms', target }))
    return results
  } finally {
    await browser.close()
    await reference.close()
  }
}

async function ofPage({ context }, url, actions) {
  const page = await context.newPage()
  await page.addInitScript(() => {
    globalThis.slowest = 0
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) globalThis.slowest = Math.max(globalThis.slowest, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const found = []
  for (const [name, act] of actions) {
    await page.evaluate(() => (globalThis.slowest = 0))
    await act(page)
    // Two frames and one task for the observer, whose entries arrive after the paint.
    await page.waitForTimeout(1000)
    found.push([name, await page.evaluate(() => globalThis.slowest)])
  }
  await page.close()
  return found
}

/** Accounts in acme's production environment, by SQL, each with the key of the first. */
async function addAccounts(folder) {
  const client = await connectOwner(folder)
  try {
    await client.query(
      `
      insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint)
      select e.tenant_id, md5('measured account' || n)::uuid, e.id, 'account ' || to_char(n, 'FM000000'),
             k.key1, k.key1_algorithm, k.key1_thumbprint
        from generate_series(1, $1::int) n,
             (select e.tenant_id, e.id from environments e join tenants t on t.tenant_id = e.tenant_id
               where t.slug = 'acme' and e.type = 'PROD' limit 1) e,
             (select key1, key1_algorithm, key1_thumbprint from service_accounts where key1 is not null limit 1) k
      on conflict do nothing`,
      [accounts],
    )
    await client.query('vacuum (analyze) service_accounts')
  } finally {
    await client.end()
  }
}
