import { expect, test } from 'vitest'

import { placeIn } from './switch-environment.ts'

test.each([
  ['/portal', '/portal'],
  ['/portal/admin/sign-ins?outcome=failed', '/portal/admin/sign-ins?outcome=failed'],
  ['/portal/admin/environment-settings/e1/general-settings', '/portal/admin/environment-settings/e2/general-settings'],
  [
    '/portal/admin/environment-settings/e1/service-accounts?q=x',
    '/portal/admin/environment-settings/e2/service-accounts',
  ],
  ['/portal/admin/environments/e1/service-accounts/create', '/portal/admin/environments/e2/service-accounts/create'],
  ['/portal/admin/environments/e1/service-accounts/edit/a1', '/portal/admin/environment-settings/e2/service-accounts'],
])('%s is answered by %s of another environment', (place, there) => {
  const { pathname, search } = new URL(place, 'https://portal.example')
  expect(placeIn('e2', { path: pathname, search })).toBe(there)
})
