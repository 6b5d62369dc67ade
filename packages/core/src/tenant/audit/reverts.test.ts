import { expect, it } from 'vitest'

import { revertedFields, revertRefusal } from './reverts.ts'

const environment = { id: 'e', name: 'Production' }
const mapping = (...groups: string[]) => ({ tenantGroups: [{ idp: 'i', groups: groups.map((id) => ({ id })) }] })

it.each([
  ['tenant-role.update', { label: 'a' }, { label: 'b' }, undefined],
  ['tenant-role.update', { label: 'a' }, { label: 'a' }, 'REVERT_NOT_OFFERED'],
  ['tenant-role.create', null, { label: 'b' }, 'REVERT_CREATED'],
  ['tenant-role.delete', { label: 'a' }, null, 'REVERT_DELETED'],
  ['tenant-role.groups', mapping(), mapping('g'), 'REVERT_EARLIER'],
  ['tenant-role.groups', { environment, ...mapping() }, { environment, ...mapping('g') }, undefined],
  ['portal-role.groups', { groups: [] }, { groups: [{ id: 'g' }] }, undefined],
  ['service-account.update', { name: 'a', key1: 'x' }, { name: 'b', key1: 'x' }, undefined],
  ['service-account.update', { name: 'a', key1: 'x' }, { name: 'b', key1: 'y' }, 'REVERT_KEYS'],
  ['service-account.dependencies', [], [{ appId: 'crm', name: 'reader' }], undefined],
  ['identity-provider.keep', { name: 'a' }, { name: 'b' }, 'REVERT_PROVIDER'],
  ['session.begin', null, { groups: [] }, 'REVERT_EVENT'],
  ['service-account-key.warn', null, { days: 3 }, 'REVERT_EVENT'],
  ['application.icon', null, { hash: 'a' }, 'REVERT_NOT_OFFERED'],
  ['planet.move', { x: 1 }, { x: 2 }, 'REVERT_NOT_OFFERED'],
])('%s from %j to %j: %s', (action, before, after, refusal) => {
  expect(revertRefusal({ action, before, after })).toBe(refusal)
})

it('only fields that the change set are set again, and never an id', () => {
  const entry = {
    action: 'support-access.update',
    before: { id: '1', allowProsAccess: true, allowProsChange: false },
    after: { id: '2', allowProsAccess: true, allowProsChange: true },
  }
  expect(revertedFields(entry)).toEqual({ before: { allowProsChange: false }, after: { allowProsChange: true } })
})
