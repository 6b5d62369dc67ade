import type { Locator, Page } from 'playwright-core'

/** Presses Tab until an element has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator, tabsMax = 40): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs <= tabsMax; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  throw new Error(`${tabsMax} Tabs did not reach ${String(target)}; the focus is on ${focused}`)
}
