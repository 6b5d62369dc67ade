import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { tabTo } from './keyboard.ts'
import { handOn, type Hand } from './setup-wizard.ts'

/** From the first to the last control of the longest form on a narrow page. */
const tabsMax = 160

/** The same person without a mouse: Tab, arrows, Space and Enter. Throws where a control cannot be reached. */
export function keyboardOn(page: Page): Hand {
  const { keyboard } = page
  return {
    ...handOn(page),
    async press(name) {
      await tabTo(page, page.getByRole('button', { name, exact: true }), tabsMax)
      await keyboard.press('Enter')
    },
    async unfold(name) {
      await tabTo(page, page.locator('summary', { hasText: name }), tabsMax)
      await keyboard.press('Enter')
    },
    async choose(name) {
      const radio = page.getByRole('radio', { name })
      await radio.waitFor()
      await tabTo(page, await tabStopOf(page, radio), tabsMax)
      if (await hasFocus(radio)) return keyboard.press('Space')
      const radios = await groupOf(page, radio).then((group) => group.count())
      for (let arrows = 0; arrows < radios && !(await radio.isChecked()); arrows++) await keyboard.press('ArrowDown')
      expect(await radio.isChecked()).toBe(true)
    },
    async fill(label, text) {
      await tabTo(page, page.getByLabel(label).and(page.locator('input, textarea')).first(), tabsMax)
      await keyboard.press('Control+A')
      await keyboard.type(text)
    },
  }
}

/** The focus is on this element, as after a step of the page. */
export async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor()
  await expect.poll(() => hasFocus(target), { message: String(target) }).toBe(true)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

async function groupOf(page: Page, radio: Locator): Promise<Locator> {
  return page.locator(`input[type=radio][name="${await radio.getAttribute('name')}"]`)
}

/** Tab reaches one radio button of a group: the chosen one, or else the first. */
async function tabStopOf(page: Page, radio: Locator): Promise<Locator> {
  const group = await groupOf(page, radio)
  for (const one of await group.all()) if (await one.isChecked()) return one
  return group.first()
}
