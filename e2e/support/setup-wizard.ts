import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { faultsOf } from '../../scripts/pictures/faults.mjs'
import { accessibilityViolations } from './accessibility.ts'

/** What a person does with mouse and keyboard, counted. */
export type Hand = {
  readonly page: Page
  press(name: string | RegExp): Promise<void>
  /** Opens what is folded under this heading. */
  unfold(name: string | RegExp): Promise<void>
  choose(name: string | RegExp): Promise<void>
  /** Types or pastes a value into a field, which is a click into it as well. */
  fill(label: string | RegExp, text: string): Promise<void>
  /** Something else that is clicked, such as a link or a button of the other product. */
  click(count?: number): void
  /** Values that are typed into fields of the other product. */
  typed(...texts: readonly string[]): void
  /** Values that are carried to the other product: each one is copied by its button here and pasted there. */
  carry(count: number): void
  work(): { readonly clicks: number; readonly fields: number; readonly keystrokes: number }
}

export function handOn(page: Page): Hand {
  let [clicks, fields, keystrokes] = [0, 0, 0]
  return {
    page,
    async press(name) {
      clicks += 1
      await page.getByRole('button', { name }).click()
    },
    async unfold(name) {
      clicks += 1
      await page.locator('summary', { hasText: name }).click()
    },
    async choose(name) {
      clicks += 1
      await page.getByRole('radio', { name }).check()
    },
    async fill(label, text) {
      clicks += 1
      fields += 1
      keystrokes += text.length
      await page.getByLabel(label).and(page.locator('input, textarea')).first().fill(text)
    },
    click: (count = 1) => void (clicks += count),
    typed(...texts) {
      clicks += texts.length
      fields += texts.length
      keystrokes += texts.join('').length
    },
    carry(count) {
      clicks += 2 * count
      fields += count
    },
    work: () => ({ clicks, fields, keystrokes }),
  }
}

/** Prints how much a person has to do; the time is that of a machine that never reads. */
export function sayWork(what: string, hand: Hand, beganMs: number): void {
  const { clicks, fields, keystrokes } = hand.work()
  const minutes = ((Date.now() - beganMs) / 60_000).toFixed(1)
  process.stdout.write(
    `${what}: ${clicks} clicks, ${fields} fields, ${keystrokes} keystrokes; ${minutes} minutes by machine\n`,
  )
}

/** Follows a setup URL, and begins. */
export async function beginSetup(hand: Hand, url: string): Promise<void> {
  await hand.page.goto(url)
  await hand.page.getByRole('button', { name: 'Begin setup' }).waitFor()
  await hand.press('Begin setup')
}

/** A page of the wizard is there, has no accessibility finding, and none of the faults that the pages of the portal must not have. */
export async function checkPage(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await faultsOf(page)).toEqual([])
}

/** One of our addresses, by its label on the page. */
export async function ourAddress(page: Page, label: string): Promise<string> {
  const fold = page.locator('details:not([open]) > summary', { hasText: /^Enter these at/ })
  await page.getByText(label, { exact: true }).or(fold).first().waitFor()
  if ((await fold.count()) > 0) await fold.click()
  const value = page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]//code')
  return (await value.first().innerText()).trim()
}

/** Presses the button that opens the test login, and answers the new tab. */
export async function openTestTab(hand: Hand): Promise<Page> {
  const tab = hand.page.waitForEvent('popup')
  await hand.press('Test login')
  return tab
}

/** The test login is over and says so on its own page. */
export async function closeTestTab(tab: Page, serverUrl: string): Promise<void> {
  await tab.waitForURL((url) => url.href.startsWith(serverUrl))
  await tab.getByRole('heading', { level: 1 }).waitFor()
  await tab.close()
}

export async function addEmailDomain(hand: Hand, domain: string): Promise<void> {
  await hand.fill('Add an email domain', domain)
  await hand.press('Add an email domain')
  await hand.press('Save and continue')
  await hand.page.getByRole('heading', { name: 'The identity provider is configured' }).waitFor()
  await hand.press('Test it now')
  await hand.page.getByRole('heading', { level: 1, name: 'Test and Security Admin' }).waitFor()
}

export async function assignGroup(hand: Hand, group: string): Promise<void> {
  await hand.page.getByText('Members of this group become Security Admin').waitFor()
  await hand.choose(group)
  await hand.press('Assign and complete the setup')
  await hand.page.getByRole('heading', { name: 'The setup is complete' }).waitFor()
}
