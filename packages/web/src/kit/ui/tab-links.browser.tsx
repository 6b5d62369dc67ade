import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { TabLinks } from './tab-links.tsx'
import { draw } from './testing/draw.tsx'

const start = location.pathname + location.search
afterEach(async () => {
  history.replaceState(null, '', start)
  await page.viewport(1280, 800)
})

const tabs = ['General', 'Roles & Groups', 'Service Accounts', 'Identity Providers'].map((label, at) => ({
  id: `tab-${at}`,
  label,
  to: `/portal/admin/tab-${at}`,
}))
const drawn = (current = 'tab-1') => draw(<TabLinks label="Settings of Production" tabs={tabs} current={current} />)
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Settings of Production' }).getByRole('link', { name })

describe('tabs', () => {
  test('mark the current page, and no other', async () => {
    await drawn()
    await expect.element(tab('Roles & Groups')).toHaveAttribute('aria-current', 'page')
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  test('are scrolled to the current one where they are wider than the window', async () => {
    await page.viewport(320, 640)
    await drawn('tab-3')
    const { left, right } = tab('Identity Providers').element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
  })

  test('look different where the page is the current one', async () => {
    await drawn()
    const edge = (name: string) => {
      const { color, boxShadow, borderBlockEndColor } = getComputedStyle(tab(name).element())
      return [color, boxShadow, borderBlockEndColor].join()
    }
    expect(edge('Roles & Groups')).not.toBe(edge('General'))
    expect(edge('General')).toBe(edge('Service Accounts'))
  })

  test('lead to their screens without loading the page again, by click and by Enter', async () => {
    await drawn()
    const mark = Object.assign(window, { wasHere: true })
    await tab('General').click()
    expect(location.pathname).toBe('/portal/admin/tab-0')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(location.pathname).toBe('/portal/admin/tab-1')
    expect(mark.wasHere).toBe(true)
  })

  test('stay inside a narrow window, each of them in reach', async () => {
    await page.viewport(320, 640)
    await drawn()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    for (const { label } of tabs) {
      tab(label).element().scrollIntoView()
      await expect.element(tab(label)).toBeInViewport()
    }
  })
})
