import { adminTabId, type PortalUser } from '@portico/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { draw } from '../../kit/ui/testing/draw.tsx'
import { UserMenu } from './user-menu.tsx'

const person: PortalUser = {
  nickname: 'Ada',
  name: 'Ada Okafor',
  tenantName: 'Acme Industries',
  environmentName: 'Production',
  routes: [],
}
const administrator = { ...person, routes: [{ id: adminTabId, label: 'Admin', path: '/portal/admin' }] }
const support = { ...person, environmentName: null, banner: { title: 'Support session', message: 'Until noon.' } }

afterEach(() => document.querySelector('link[rel="help"]')?.remove())

async function openMenu(user: PortalUser): Promise<void> {
  const core = await draw(<UserMenu onFind={() => undefined} />)
  core.launcher.setState({ user })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
}

const help = () => page.getByRole('menuitem', { name: /^Help/ })

test.each([
  ['a person', person, '/docs/launcher'],
  ['an administrator', administrator, '/docs'],
  ['a support user', support, '/docs'],
])('Help leads %s to the documentation, in a new tab', async (_, user, address) => {
  document.head.insertAdjacentHTML('beforeend', '<link rel="help" href="/docs">')
  await openMenu(user)
  await expect.element(help()).toHaveAttribute('href', address)
  await expect.element(help()).toHaveAttribute('target', '_blank')
})

test('there is no Help where the server has no documentation', async () => {
  await openMenu(administrator)
  expect(help().elements()).toEqual([])
})
