import type { OverviewRow } from '@portico/core'
import { expect, it } from 'vitest'

import { placeOf } from './overview-list.ts'

const row: OverviewRow = {
  id: 'row',
  kind: 'environment',
  leadsTo: 'x',
  level: 'later',
  name: 'Name',
  message: 'Message',
  at: null,
  days: null,
}

it.each([
  ['sign-in', { view: 'sign-in', code: 'x' }],
  ['environment', { view: 'service-accounts', environmentId: 'x' }],
  ['certificate', { view: 'identity-provider', id: 'x' }],
  ['secret', { view: 'identity-provider', id: 'x' }],
  ['recovery-codes', { view: 'portal-roles' }],
  ['setup', { view: 'portal-roles' }],
  ['provider', { view: 'identity-provider', id: 'x' }],
] as const)('Enter on a line about a %s leads to what it is about', (kind, place) => {
  expect(placeOf({ ...row, kind })).toEqual(place)
})

it('a line about an application that gets no people leads to its provisioning', () => {
  const stalled = {
    environmentId: 'env',
    environment: 'Production',
    applicationId: 'x',
    application: 'Billing',
    reason: 'unauthorized',
    failedAttempts: 1,
    refusedKind: null,
    removals: 0,
  } as const
  expect(placeOf({ ...row, kind: 'provisioning', stalled })).toEqual({
    view: 'provisioning',
    environmentId: 'env',
    app: { id: 'x', label: 'Billing' },
  })
})
