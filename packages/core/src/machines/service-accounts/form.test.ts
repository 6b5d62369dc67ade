import { describe, expect, it } from 'vitest'

import { samplePublicKey, serviceAccountCases } from './cases.ts'
import type { DependencyRow, ServiceAccount } from './contract.ts'
import {
  addableApplications,
  canAddApplication,
  canSave,
  createServiceAccountForm,
  dependenciesChanged,
  formViolations,
  gridRows,
  hasChanges,
} from './form.ts'
import { inputOf, savedDependencies } from './input.ts'
import type { FieldName } from './fields.ts'

const otherKey = samplePublicKey.replace('7iZ+', '8jZ+')
const account: ServiceAccount = {
  id: '1',
  name: 'importer',
  urn: 'urn:portico:acme:service-account:1',
  key1: samplePublicKey,
  key1Algorithm: 'RSA',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const row = (appId: string, name = ''): DependencyRow => ({ appId, name, label: `Label ${appId}`, urn: `urn:${appId}` })
const choice = (id: string) => ({ id, label: `Label ${id}`, urn: `urn:${id}` })
const edit = (dependencies: readonly DependencyRow[] = []) => createServiceAccountForm({ account, dependencies })

it('a page is CREATE or EDIT, and EDIT once the account exists (spec section 9)', () => {
  const created = createServiceAccountForm()
  expect(created.getState().pageType).toBe('CREATE')
  expect(edit().getState().pageType).toBe('EDIT')
  created.saved(account, [])
  expect(created.getState().pageType).toBe('EDIT')
})

describe('the rules of spec section 5, in the form', () => {
  it.each(serviceAccountCases(samplePublicKey, otherKey).map((one) => [one.what, one] as const))(
    '%s',
    (_, { values, violations }) => {
      const form = createServiceAccountForm()
      for (const [name, value] of Object.entries(values)) form.setField(name as FieldName, value)
      const found = Object.fromEntries(formViolations(form.getState()).map((one) => [one.fieldID, one.errorID]))
      expect(found).toEqual(violations)
      expect(canSave(form.getState())).toBe(Object.keys(violations).length === 0)
    },
  )

  it('sends only valid keys, each with its algorithm, everything trimmed', () => {
    const form = createServiceAccountForm()
    form.setField('name', '  two words ')
    form.setField('key2', `\n${samplePublicKey}\n`)
    expect(inputOf(form.getState().values)).toEqual({ name: 'two words', key2: samplePublicKey, key2Algorithm: 'RSA' })
  })

  it('keeps the input untrimmed, so that a space between words can be typed', () => {
    const form = createServiceAccountForm()
    form.setField('name', 'two ')
    expect(form.getState().values.name).toBe('two ')
  })
})

describe('an edit', () => {
  it('cannot be saved without a change', () => expect(canSave(edit().getState())).toBe(false))

  it('cannot be saved with only a space added at the end, which is trimmed', () => {
    const form = edit()
    form.setField('name', 'importer ')
    expect(canSave(form.getState())).toBe(false)
  })

  it('can be saved with a changed field', () => {
    const form = edit()
    form.setField('name', 'importer 2')
    expect(canSave(form.getState())).toBe(true)
  })

  it('can be saved with only changed dependencies', () => {
    const form = edit()
    form.addApplication(choice('a'))
    expect(canSave(form.getState())).toBe(true)
  })

  it('a cleared name cannot be saved, not even beside a changed dependency', () => {
    const form = edit()
    form.setField('name', '')
    form.addApplication(choice('a'))
    expect(canSave(form.getState())).toBe(false)
  })

  it('cannot be saved again right after saving', () => {
    const form = edit()
    form.setField('name', 'importer 2')
    form.saved({ ...account, name: 'importer 2' }, [])
    expect(hasChanges(form.getState())).toBe(false)
    expect(canSave(form.getState())).toBe(false)
  })

  it('discard goes back to what was fetched', () => {
    const form = edit([row('a', 'viewer')])
    form.setField('name', '')
    form.removeApplication('a')
    form.discard()
    expect(form.getState().values.name).toBe('importer')
    expect(form.getState().dependencies).toEqual([row('a', 'viewer')])
  })
})

describe('dependencies', () => {
  it('an added application leaves the dropdown, a removed one returns', () => {
    const form = edit()
    form.addApplication(choice('b'))
    expect(addableApplications([choice('a'), choice('b')], form.getState().dependencies)).toEqual([choice('a')])
    form.removeApplication('b')
    expect(addableApplications([choice('a'), choice('b')], form.getState().dependencies)).toEqual([
      choice('a'),
      choice('b'),
    ])
  })

  it('the add button needs an application selected in the dropdown', () => {
    expect(canAddApplication([choice('a')], undefined)).toBe(false)
    expect(canAddApplication([choice('a')], 'b')).toBe(false)
    expect(canAddApplication([choice('a')], 'a')).toBe(true)
  })

  it('placeholder rows of an application with named roles are not saved', () => {
    expect(savedDependencies([row('a'), row('a', 'viewer'), row('b')])).toEqual([
      { appId: 'a', name: 'viewer' },
      { appId: 'b', name: '' },
    ])
  })

  it('removing the last role leaves the placeholder', () => {
    const form = edit([row('a', 'viewer')])
    form.setRoles('a', [])
    expect(savedDependencies(form.getState().dependencies)).toEqual([{ appId: 'a', name: '' }])
  })

  it('the same roles in another order do not count as a change', () => {
    const form = edit([row('a', 'viewer'), row('a', 'clerk')])
    form.setRoles('a', ['clerk', 'viewer'])
    expect(dependenciesChanged(form.getState())).toBe(false)
  })

  it('the grid has one row per application, by URN', () => {
    expect(gridRows([row('b', 'x'), row('a'), row('b', 'y')])).toEqual([
      { appId: 'a', urn: 'urn:a', label: 'Label a', roles: [] },
      { appId: 'b', urn: 'urn:b', label: 'Label b', roles: ['x', 'y'] },
    ])
  })
})
