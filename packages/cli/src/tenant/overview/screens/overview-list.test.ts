import type { FindingTarget, OverviewRow } from '@portico/core'
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

it('Enter on a sign-in or an environment leads there', () => {
  expect(placeOf({ ...row, kind: 'sign-in' })).toEqual({ view: 'sign-in', code: 'x' })
  expect(placeOf({ ...row, kind: 'environment' })).toEqual({ view: 'service-accounts', environmentId: 'x' })
})

const application = { kind: 'application', environmentId: 'env', id: 'x', label: 'Billing' } as const
const inEnvironment = { environmentId: 'env', app: { id: 'x', label: 'Billing' } }

it.each<[FindingTarget | null, object | undefined]>([
  [
    { kind: 'identity-provider', id: 'x' },
    { view: 'identity-provider', id: 'x' },
  ],
  [
    { kind: 'person', id: 'x' },
    { view: 'person', id: 'x' },
  ],
  [
    { kind: 'service-account', environmentId: 'env', id: 'x' },
    { view: 'service-account-edit', environmentId: 'env', id: 'x' },
  ],
  [
    { ...application, part: 'provisioning' },
    { view: 'provisioning', ...inEnvironment },
  ],
  [
    { ...application, part: 'takeovers' },
    { view: 'provisioning-taken', ...inEnvironment },
  ],
  [
    { ...application, part: 'sign-in' },
    { view: 'client', ...inEnvironment },
  ],
  [
    { ...application, part: 'roles' },
    { view: 'app-roles', ...inEnvironment },
  ],
  [{ kind: 'administrators' }, { view: 'portal-roles' }],
  [{ kind: 'custom-roles' }, { view: 'roles' }],
  [{ kind: 'username-formats' }, { view: 'all-formats' }],
  [{ kind: 'audit' }, { view: 'audit' }],
  [{ kind: 'notices' }, { view: 'notices' }],
  [{ kind: 'people' }, { view: 'people' }],
  [null, undefined],
])('Enter on a finding about %j leads to %j', (target, place) => {
  const finding = {
    id: 'provider',
    severity: 'soon',
    about: 'Name',
    message: 'Message',
    command: 'portico idp list',
    at: null,
    days: null,
    target,
  } as const
  expect(placeOf({ ...row, kind: 'provider', finding })).toEqual(place)
})
