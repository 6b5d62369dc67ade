import type { HttpRequest } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { answer, draw } from '../../../kit/ui/testing/draw.tsx'
import EnvironmentSettings from './environment-settings.tsx'

const environments = [
  { id: 'e1', name: 'Production', type: 'PROD', readonly: false },
  { id: 'e2', name: 'Staging', type: 'TEST', readonly: false },
]

function send({ path }: HttpRequest) {
  const isList = path.split('?')[0]?.endsWith('/admin/environments')
  return Promise.resolve(isList ? answer(200, { environments }) : answer(404, {}))
}

test.each([1280, 390])('an address with an unknown id says so at %i px, and opens no environment', async (width) => {
  await page.viewport(width, 800)
  const before = window.location.href
  await draw(<EnvironmentSettings environmentId="gone" tabId="service-accounts" />, { send })
  await expect.element(page.getByText('There is no environment with this id.')).toBeVisible()
  expect(page.getByRole('navigation', { name: 'Settings of Production' }).elements()).toEqual([])
  if (width === 390) await expect.element(page.getByRole('combobox', { name: 'Environments' })).toHaveDisplayValue('')
  else await expect.element(page.getByRole('link', { name: /Production/ })).not.toHaveAttribute('aria-current')
  expect(window.location.href).toBe(before)
})
