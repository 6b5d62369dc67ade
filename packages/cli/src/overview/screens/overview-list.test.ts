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
