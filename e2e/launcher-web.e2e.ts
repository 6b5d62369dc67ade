import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { askItself } from './support/ask-itself.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import type { Visitor, VisitorOptions } from './support/visitor.ts'

const demo = portalDemo()
let visitor: Visitor
let page: Page

beforeEach(() => enter())
afterEach(() => expect(visitor.complaints).toEqual([]))

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await tile('Payroll').waitFor()
}

const section = (name: string) => page.getByRole('region', { name, exact: true })
const all = () => page.locator('section[aria-labelledby=launcher-all]')
const tile = (name: string) => all().getByRole('link', { name })
const star = (name: string) => page.getByRole('button', { name: `Favourite: ${name}` })
const names = (of = all()) =>
  of.locator('[data-item] a').evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ''))
const said = () => page.locator('[data-said]').innerText()
/** The answer to the next change of the arrangement. */
const saved = () =>
  page.waitForResponse(
    (answer) => answer.url().includes('/launcher/preferences') && answer.request().method() === 'PUT',
  )
async function saving(work: () => Promise<unknown>): Promise<void> {
  const answer = saved()
  await work()
  expect((await answer).status()).toBe(200)
}

/** As the person has it before anything is arranged. */
async function forget(): Promise<void> {
  const cookies = await visitor.context.cookies()
  const token = cookies.find(({ name }) => name.endsWith('csrf'))?.value ?? ''
  const answer = await page.request.put(`${demo.url}/api/portal/launcher/preferences`, {
    headers: { 'X-CSRFToken': token },
    data: { layout: 'grid', favourites: [], order: [] },
  })
  expect(answer.status()).toBe(200)
  await page.reload()
  await tile('Payroll').waitFor()
}

describe('favourites', () => {
  beforeEach(forget)

  test('are marked by a star, come first, keep the focus, and are kept after signing in again', async () => {
    await saving(() => star('Payroll').click())
    expect(await names(section('Favourites'))).toEqual(['Payroll'])
    expect(await focusedElement(page)).toBe('Favourite: Payroll')
    expect(await names()).toContain('Payroll')
    await saving(() => star('Billing').click())
    expect(await names(section('Favourites'))).toEqual(['Payroll', 'Billing'])
    expect(await accessibilityViolations(page)).toEqual([])
    await enter()
    expect(await names(section('Favourites'))).toEqual(['Payroll', 'Billing'])
    const starred = section('Favourites').getByRole('button', { name: 'Favourite: Payroll' })
    expect(await starred.getAttribute('aria-pressed')).toBe('true')
    await saving(() => starred.click())
    expect(await names(section('Favourites'))).toEqual(['Billing'])
    expect(await focusedElement(page)).not.toBe('BODY')
  })
})

describe('the own order', () => {
  beforeEach(forget)

  test('is not changed by a press that was released before the code of dragging came', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/arranging-*.js', async (route) => {
      await held
      await route.continue()
    })
    const box = await tile('Payroll').boundingBox()
    if (box === null) throw new Error('The tile has no box.')
    const asked = page.waitForRequest('**/assets/arranging-*.js')
    await page.mouse.move(box.x + 5, box.y + 5)
    await asked
    // The click would open the application in a tab.
    await page.evaluate(() =>
      window.addEventListener(
        'click',
        (event) => {
          event.preventDefault()
          event.stopImmediatePropagation()
        },
        { capture: true },
      ),
    )
    await page.mouse.down()
    await page.mouse.up()
    const arrived = page.waitForResponse('**/assets/arranging-*.js')
    release()
    await (await arrived).finished()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 5 })
    expect(await page.locator('[data-dragged]').count()).toBe(0)
  })

  test('is changed with the keyboard: Space grabs, arrows move, Space drops, Escape cancels, each announced', async () => {
    const before = await names()
    const [first = '', second = ''] = before
    await tile(first).focus()
    await page.keyboard.press('Space')
    await expect.poll(said).toContain(`${first} grabbed, position 1 of ${before.length}`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(said).toBe(`${first}, position 2 of ${before.length}`)
    expect(await focusedElement(page)).toContain(first)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(said).toBe(`${first} put back at position 1 of ${before.length}`)
    expect(await names()).toEqual(before)
    await page.keyboard.press('Space')
    await expect.poll(said).toContain('grabbed')
    await page.keyboard.press('End')
    await saving(() => page.keyboard.press('Space'))
    const after = [...before.slice(1), first]
    await expect.poll(said).toBe(`${first} put down at position ${before.length} of ${before.length}`)
    expect(await names()).toEqual(after)
    expect(await focusedElement(page)).toContain(first)
    await page.reload()
    await tile(second).waitFor()
    expect(await names()).toEqual(after)
  })

  test('is changed with the mouse, which opens nothing, and Escape cancels', async () => {
    const before = await names()
    const boxes = await all()
      .locator('[data-item]')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON() as DOMRect))
    const middle = (at: number) => ({ x: (boxes[at]?.x ?? 0) + 150, y: (boxes[at]?.y ?? 0) + 50 })
    const drag = async (from: number, to: number) => {
      await page.mouse.move(middle(from).x, middle(from).y)
      await page.mouse.down()
      await page.mouse.move(middle(from).x + 20, middle(from).y, { steps: 4 })
      await all().locator('[data-dragged]').waitFor()
      await page.mouse.move(middle(to).x, middle(to).y, { steps: 4 })
    }
    await drag(0, 2)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await names()).toEqual(before)
    await drag(0, 2)
    await saving(() => page.mouse.up())
    const [first = '', second = '', third = '', ...others] = before
    expect(await names()).toEqual([second, third, first, ...others])
    expect(visitor.context.pages()).toHaveLength(1)
  })
})

test('Help in the account menu opens the documentation in a new tab, for people who sign in the page about the launcher', async () => {
  const openHelp = async (by: Page) => {
    await by.getByRole('button', { name: /^Account menu/ }).click()
    const opened = by.context().waitForEvent('page')
    await by.getByRole('menuitem', { name: /^Help/ }).click()
    return opened
  }
  const index = await openHelp(page)
  await index.getByRole('heading', { level: 1, name: 'Portico documentation' }).waitFor()
  const reader = await openHelp((await demo.enter({ person: 'emil' })).page)
  await reader.getByRole('heading', { level: 1, name: 'Your applications' }).waitFor()
})

test('a grid becomes a list, which is kept, with every role in full', async () => {
  await forget()
  await saving(() => page.getByRole('button', { name: 'List', exact: true }).click())
  expect(await focusedElement(page)).toBe('List')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await tile('Payroll').waitFor()
  expect(await page.getByRole('button', { name: 'List', exact: true }).getAttribute('aria-pressed')).toBe('true')
  await forget()
})

test('an opened application is under "Recently opened" when the person returns, and nothing moves before', async () => {
  await forget()
  const before = await names()
  const opened = page.waitForResponse((answer) => answer.url().includes('/launches'))
  const [tab] = await Promise.all([
    visitor.context.waitForEvent('page'),
    tile('Payroll').click({ modifiers: ['Control'] }),
  ])
  expect((await opened).status()).toBe(204)
  expect(await names()).toEqual(before)
  expect(await section('Recently opened').count()).toBe(0)
  await tab.close()
  await page.reload()
  await tile('Payroll').waitFor()
  expect(await names(section('Recently opened'))).toEqual(['Payroll'])
})

describe('what the tenant tells', () => {
  type Settings = { announcement: { text: string; until: string | null } | null; accessContact: string | null }
  const tell = async (settings: Settings) => {
    const api = await demo.api()
    await api.call('PUT', '/portal/admin/settings/launcher', settings)
  }
  const announcement = () => page.getByRole('region', { name: 'Announcement' })
  afterEach(() => tell({ announcement: null, accessContact: null }))

  test('is above the applications as plain text, without anything moving, until it is closed on this device', async () => {
    await tell({ announcement: { text: 'Maintenance <b>tonight</b>', until: null }, accessContact: null })
    await page.reload()
    await announcement().getByText('Maintenance <b>tonight</b>').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await announcement().getByRole('button', { name: 'Close' }).click()
    await announcement().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).not.toBe('BODY')
    await page.reload()
    await tile('Payroll').waitFor()
    expect(await announcement().count()).toBe(0)
    await tell({ announcement: { text: 'Another one', until: null }, accessContact: null })
    await page.reload()
    await announcement().getByText('Another one').waitFor()
  })

  test('says whom to ask where no application is open, and leads an administrator to where they are opened', async () => {
    await tell({ announcement: null, accessContact: 'the service desk, desk@acme.example' })
    const withoutApplications = async () => {
      await askItself(page)
      await page.route('**/api/portal/launcher/applications*', (route) => route.fulfill({ json: { applications: [] } }))
      await page.reload()
    }
    await withoutApplications()
    await page.getByText('You are an administrator: under Admin, map your groups to applications.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Admin' }).click()
    await page.waitForURL(/\/portal\/admin$/)

    visitor = await demo.enter({ person: 'chidi' })
    page = visitor.page
    await withoutApplications()
    await page
      .getByText('No application is open to you in Production. To get access, ask the service desk, desk@acme.example.')
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Switch environment' }).click()
    await page.waitForURL(/\/portal\/environments$/)
  })

  test('names an application that is not open, with how to ask for it', async () => {
    const api = await demo.api()
    const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
      'GET',
      '/portal/admin/environments',
    )
    const envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
    const below = `/portal/admin/environments/${envId}/applications`
    const { applications } = await api.call<{ applications: { id: string; label: string }[] }>('GET', below)
    const id = applications.find(({ label }) => label === 'Fleet Tracking')?.id ?? ''
    await api.call('PUT', `${below}/${id}/access-text`, { text: 'Ask your dispatcher.' })
    await page.reload()
    const more = page.getByRole('region', { name: 'More applications' })
    await more.getByText('Ask your dispatcher.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await api.call('PUT', `${below}/${id}/access-text`, { text: null })
    await page.reload()
    await tile('Payroll').waitFor()
    expect(await more.count()).toBe(0)
  })
})

describe.each([
  { width: 390, hasTouch: true },
  { width: 320, hasTouch: true },
])('on a phone of $width px', ({ width }) => {
  test('a finger on the grip moves an application, and the page fits', async () => {
    await enter({ width, height: 800 })
    await forget()
    const before = await names()
    const grips = all().locator('[data-grip]')
    const from = await grips.nth(0).boundingBox()
    const to = await grips.nth(1).boundingBox()
    if (from === null || to === null) throw new Error('There is no grip.')
    const client = await visitor.context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x + 16, y }],
      })
    // Its code is loaded when the list is first touched.
    await tile(before[0] ?? '').focus()
    await touch('touchStart', from.y + 16)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', from.y + 16 + ((to.y - from.y) * step) / 8)
    await all().locator('[data-dragged]').waitFor()
    await saving(() => touch('touchEnd'))
    expect(await names()).toEqual([before[1], before[0], ...before.slice(2)])
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
  })
})
