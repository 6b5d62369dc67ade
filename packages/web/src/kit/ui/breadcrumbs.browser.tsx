import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { Breadcrumbs } from './breadcrumbs.tsx'
import { draw } from './testing/draw.tsx'

const start = location.pathname + location.search
afterEach(async () => {
  history.replaceState(null, '', start)
  await page.viewport(1280, 800)
})

const long = `Environment of the ${'international '.repeat(12)}subsidiary`
const crumbs = [
  { label: 'Environments', to: '/portal/admin/environments' },
  { label: long, to: '/portal/admin/environments/1' },
]
const drawn = () => draw(<Breadcrumbs label="Parent screens" crumbs={crumbs} />)
const trail = () => page.getByRole('navigation', { name: 'Parent screens' })

describe('breadcrumbs', () => {
  test('are a list of links with a name, from the top down', async () => {
    await drawn()
    const links = [...trail().element().querySelectorAll('ol > li > a')]
    expect(links.map((link) => link.textContent)).toEqual(['Environments', long])
    expect(links.map((link) => link.getAttribute('href'))).toEqual(crumbs.map(({ to }) => to))
  })

  test('have a slash between two links, and none after the last', async () => {
    await drawn()
    const items = [...trail().element().querySelectorAll('li')]
    expect(items.map((item) => getComputedStyle(item, '::after').content)).toEqual(['"/" / ""', 'none'])
  })

  test('lead to the parent without loading the page again', async () => {
    await drawn()
    await trail().getByRole('link', { name: 'Environments' }).click()
    expect(location.pathname).toBe('/portal/admin/environments')
    await expect.element(trail()).toBeVisible()
  })

  test('keep a long name inside a narrow window, whole on hover and for a screen reader', async () => {
    await page.viewport(320, 640)
    await drawn()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await expect.element(trail().getByRole('link', { name: long })).toHaveAttribute('title', long)
  })
})
