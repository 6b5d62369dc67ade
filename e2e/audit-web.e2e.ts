import { expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { portalDemo } from './support/portal-demo.ts'

// The audit log in the portal: filters in the address, before and after, links to objects, and the export.

const demo = portalDemo()

test('a change is found, shows its values before and after, and leads to its object', async () => {
  const { page } = await demo.enter()
  const api = await demo.api()
  const role = await api.call<{ id: string }>('POST', '/portal/admin/roles', { label: 'Night shift' })
  await api.call('PUT', `/portal/admin/roles/${role.id}`, { label: 'Early shift' })
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await page.getByRole('textbox', { name: 'Search by who did it or what was changed' }).fill('shift')
  await page.waitForURL(/\?q=shift$/)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.first().getByRole('button', { name: 'Custom role changed' }).click()
  const dialog = page.getByRole('dialog', { name: /Custom role changed: Early shift/ })
  const change = dialog.getByRole('table', { name: 'What changed' }).locator('tbody tr')
  expect(await change.allInnerTexts()).toEqual([expect.stringMatching(/^Name\s+Night shift\s+Early shift$/)])
  expect(await dialog.locator('pre').first().isVisible()).toBe(false)
  await dialog.getByText('As recorded').click()
  await dialog.getByRole('region', { name: 'Before' }).getByText('"Night shift"').waitFor()
  await dialog.getByRole('button', { name: 'Open Early shift' }).click()
  await page.waitForURL(/\/custom-roles\?role=/)

  await page.goto(`${demo.url}/portal/admin/audit?kind=tenant-role&target=${role.id}`)
  await page.getByText('Only entries about').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as JSON lines' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.jsonl')
  const exported: Buffer[] = []
  for await (const part of await download.createReadStream()) exported.push(part as Buffer)
  const actions = Buffer.concat(exported)
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { action: string }).action)
  expect(actions).toEqual(['tenant-role.create', 'tenant-role.update'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.waitForURL(`${demo.url}/portal/admin/audit`)
  await expect.poll(() => rows.count()).toBeGreaterThan(2)
})

test('older entries come when they are asked for, after those that are shown', async () => {
  const api = await demo.api()
  for (let at = 0; at < 30; at += 1) {
    const role = await api.call<{ id: string }>('POST', '/portal/admin/roles', { label: `Many ${at}` })
    await api.call('DELETE', `/portal/admin/roles/${role.id}`)
  }
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/audit?q=Many`)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(50)
  await page.getByRole('button', { name: 'Load older entries' }).click()
  await expect.poll(() => rows.count()).toBe(60)
  expect(await rows.first().innerText()).toContain('Many 29')
  expect(await rows.last().innerText()).toContain('Many 0')
})

test('entries that repeat are one row, which opens them and closes them again', async () => {
  const api = await demo.api()
  const ids: string[] = []
  for (const label of ['Row one', 'Row two', 'Row three', 'Row four'])
    ids.push((await api.call<{ id: string }>('POST', '/portal/admin/roles', { label })).id)
  const { page } = await demo.enter()
  await page.goto(`${demo.url}/portal/admin/audit?q=Row`)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  const group = rows.first().getByRole('button', { name: 'Custom role created 4 entries' })
  expect(await rows.first().innerText()).toContain('Row four and 3 more')
  await group.click()
  await expect.poll(() => rows.count()).toBe(5)
  await rows.nth(4).getByRole('button', { name: 'Custom role created' }).click()
  const dialog = page.getByRole('dialog', { name: 'Custom role created: Row one' })
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await group.click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
  for (const id of ids) await api.call('DELETE', `/portal/admin/roles/${id}`)
})
