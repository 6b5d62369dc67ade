import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { MenuButton } from './menu.tsx'
import { draw } from './testing/draw.tsx'

const entries = [
  { id: 'environments', label: 'Environment Management', href: '/portal/admin/environment-settings' },
  { id: 'settings', label: 'Global Settings', href: '/portal/admin/global-settings' },
]

const trigger = () => page.getByRole('button', { name: 'Admin' })
const item = (name: string) => page.getByRole('menuitem', { name })

describe('a menu', () => {
  test.each(['{Enter}', ' ', '{ArrowDown}'])('opened by the key %j focuses its first entry', async (key) => {
    await draw(<MenuButton entries={entries}>Admin</MenuButton>)
    await userEvent.keyboard(`{Tab}${key}`)
    await expect.element(item('Environment Management')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Global Settings')).toHaveFocus()
  })

  test('closed by Escape returns the focus to its button', async () => {
    await draw(<MenuButton entries={entries}>Admin</MenuButton>)
    await trigger().click()
    await expect.element(page.getByRole('menu', { name: 'Admin' })).toBeVisible()
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(trigger()).toHaveFocus()
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'false')
  })

  test('has an entry that opens in a new tab, and gives that page no way back to this one', async () => {
    const external = { id: 'docs', label: 'Documentation', href: 'https://docs.example/', newTab: true }
    await draw(<MenuButton entries={[...entries, external]}>Admin</MenuButton>)
    await trigger().click()
    const link = page.getByRole('menuitem', { name: /Documentation/ })
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(item('Global Settings')).not.toHaveAttribute('target')
  })
})
