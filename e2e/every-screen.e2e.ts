import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { faultsOf } from '../scripts/pictures/faults.mjs'
import { addressOf, portalScreens } from '../scripts/pictures/portal-screens.mjs'
import type { AdminApi } from './support/admin-api.ts'
import { portalDemo } from './support/portal-demo.ts'
import { enterAsSupport } from './support/support-session.ts'

// Every page of the portal as each kind of session sees it: complete within five seconds, nothing in it squeezed, cut, touching or
// written for programs, and nothing offered that the session may not do.

const demo = portalDemo()
let known: Readonly<Record<string, string>>

beforeAll(async () => {
  const api = await demo.api()
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true })
  known = await objectsOf(api)
})

async function objectsOf(api: AdminApi): Promise<Readonly<Record<string, string>>> {
  const first = async (path: string, list: string) => {
    const answer = await api.call<Record<string, { id: string }[]>>('GET', path)
    return answer[list]?.[0]?.id ?? ''
  }
  const envId = await first('/portal/admin/environments', 'environments')
  const environment = `/portal/admin/environments/${envId}`
  return {
    envId,
    appId: await first(`${environment}/applications`, 'applications'),
    id: await first(`${environment}/service-accounts`, 'serviceAccounts'),
    personId: await first('/portal/admin/people', 'people'),
    idpId: await first('/portal/admin/tenant/idps', 'idps'),
    code: 'NONE-NONE',
  }
}

/** The addresses of all pages, without those that a visitor sees. */
const addresses = () => [
  ...new Set(portalScreens.filter((screen) => screen.visitor !== true).map((screen) => addressOf(screen, known))),
]

async function walk(page: Page, offered?: (page: Page) => Promise<string[]>, walked = addresses()): Promise<string[]> {
  const faults: string[] = []
  for (const address of walked) {
    await page.goto(demo.url + address, { waitUntil: 'networkidle' })
    const found = [...(await faultsOf(page)), ...((await offered?.(page)) ?? [])]
    faults.push(...found.map((fault) => `${address}: ${fault}`))
  }
  return faults
}

/**
 * Buttons and links that change something, which a session that only reads must not offer as if they worked. “Create or rename custom
 * roles” leads to their list.
 */
const changes =
  /^(?:Add|Create|New|Save|Delete|Remove|Edit|Revoke|Rotate|Upload|Import|End|Deactivate|Reactivate|Accept|Reject|Keep|Revert)\b(?! or rename)/

function changesOffered(page: Page): Promise<string[]> {
  return page.evaluate((pattern) => {
    const offered = [...document.querySelectorAll<HTMLElement>('main button, main a[href]')].filter((one) => {
      const isOff = one.matches(':disabled, [aria-disabled=true]') || one.closest('fieldset:disabled, [inert]') !== null
      return (
        !isOff && one.checkVisibility() && new RegExp(pattern).test((one.ariaLabel ?? one.textContent ?? '').trim())
      )
    })
    return offered.map((one) => `offers ${(one.ariaLabel ?? one.textContent ?? '').trim()}`)
  }, changes.source)
}

test('each fault is found', async () => {
  const { page } = await demo.visit()
  await page.setContent(`
      <p style="width: 3000px">wide</p>
      <p style="width: 20px; overflow: hidden; white-space: nowrap">A text that is cut</p>
      <p style="width: 24px; overflow-wrap: anywhere">Administrator</p>
      <div style="border: 1px solid; height: 40px">above</div><div style="border: 1px solid; height: 40px">below</div>
      <p>It failed: IDP_NOT_FOUND.</p><p>Since 1764412345.</p><p>At 2026-11-29T10:00:00Z.</p>
      <p>By 01a22720-c460-7953-9b2f-ce047e5d21db.</p><div class="loading-root">…</div>`)
  const kinds = (await faultsOf(page)).map((fault) => /^[^:"]*/.exec(fault)?.[0].replace(/\d+/, 'N'))
  expect(kinds).toEqual([
    'the page is N px too wide',
    'cut',
    'narrow',
    'touching',
    ...Array.from({ length: 4 }, () => 'for programs'),
    'it still loads',
  ])
})

test.each([1440, 390])('an administrator, at %i px', async (width) => {
  const { page } = await demo.enter({ width, height: 900 })
  expect(await walk(page)).toEqual([])
})

test('a person who administers nothing', async () => {
  const { page } = await demo.enter({ person: 'chidi' })
  expect(await walk(page)).toEqual([])
})

/** Ada makes the codes; one of them opens the repair in another browser. */
async function enterRepair(): Promise<Page> {
  const { page: admin } = await demo.enter()
  await admin.goto(`${demo.url}/portal/admin/global-settings/security-settings/recovery-codes`)
  await admin.getByRole('button', { name: 'Make recovery codes' }).click()
  const code = admin.getByRole('alert').locator('code').first()
  await admin.getByRole('textbox', { name: 'Recovery code' }).fill(await code.innerText())
  await admin.getByRole('button', { name: 'Drill' }).click()
  await admin.getByText('This code replaces the one you entered.').waitFor()
  const drilled = await code.innerText()
  const { page } = await demo.visit()
  await page.goto(`${demo.url}/login/recovery`)
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(drilled)
  await page.getByRole('button', { name: 'Begin repair' }).click()
  await page.getByText(/^Repair session until/).waitFor()
  return page
}

test('a repair session, at 1440 and at 390 px', async () => {
  const page = await enterRepair()
  // All other pages lead to the first of these.
  const ofProviders = addresses().filter((address) => address.includes('/identity-providers'))
  expect(await walk(page, undefined, ofProviders)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await walk(page, undefined, ofProviders)).toEqual([])
})

// The pages of a setup session are looked at where they are used: checkPage in support/setup-wizard.ts.

test('a support session that may only read', async () => {
  const page = await enterAsSupport(demo, 'A look at every page')
  expect(await walk(page, changesOffered)).toEqual([])
})
