import { canSave, type FieldName, type WordId } from '@portico/core'
import { samplePublicKey, serviceAccountCases } from '@portico/core/testing'
import { describe, expect, it } from 'vitest'

import { openAppUnderTest } from '../../terminal/testing/app-under-test.ts'
import { changeLines } from './changes.ts'
import { requestSave } from './form-actions.ts'
import { createFormModel } from './form-model.ts'

const otherKey = samplePublicKey.replace('AQAB', 'AQAC').replace('MIIB', 'MIIC')

function open(id?: string) {
  const { app } = openAppUnderTest()
  const model = createFormModel(app, 'e', id)
  const set = (field: FieldName, value: string) => {
    if (field === 'name') model.name.set(value)
    else if (field === 'key1' || field === 'key2') model.keys[field].set(value)
    else model.form.setField(field, value)
  }
  return { app, model, set }
}

/** An account that was read and is edited. */
function openEdited() {
  const opened = open('sa-1')
  const account = {
    id: 'sa-1',
    name: 'importer',
    urn: 'u',
    key1: samplePublicKey,
    key1Algorithm: 'RSA',
    createdAt: '',
    updatedAt: '',
  }
  opened.model.form.saved(account, [{ appId: 'a', name: 'reader', label: 'Billing', urn: 'urn:billing' }])
  opened.model.view.setState({ status: 'ready', isEditing: false })
  opened.model.name.set('importer')
  opened.model.keys.key1.set(samplePublicKey)
  return opened
}

describe('every rule of the one table holds in the terminal form', () => {
  it.each(serviceAccountCases(samplePublicKey, otherKey))('$what', ({ values, broken }) => {
    const { app, model, set } = open()
    for (const [field, value] of Object.entries(values)) set(field as FieldName, value)
    requestSave(model)
    const isRefused = Object.keys(broken).length > 0
    expect(canSave(model.form.getState())).toBe(!isRefused)
    expect(app.state.getState().dialog === undefined).toBe(isRefused)
    for (const [field, errorID] of Object.entries(broken))
      expect(model.complaint(field as FieldName)).toBe(app.words.say(errorID as WordId))
  })
})

it('a cleared name cannot be saved, although an application was removed too', () => {
  const { app, model, set } = openEdited()
  set('name', '')
  model.form.removeApplication('a')
  requestSave(model)
  expect(app.state.getState().dialog).toBeUndefined()
  expect(app.state.getState().notice).toBe(app.words.say('SERVICE_ACCOUNT_NAME_REQUIRED'))
})

it('nothing is wrong with an empty form until somebody wants to save it', () => {
  const { model } = open()
  expect(model.complaint('name')).toBeUndefined()
  requestSave(model)
  expect(model.complaint('name')).toBeDefined()
})

it('the difference names what goes and what comes, and no key in full', () => {
  const { app, model, set } = openEdited()
  set('name', 'exporter')
  set('key2', otherKey)
  model.form.setRoles('a', ['writer'])
  expect(changeLines(model.form.getState(), app.words)).toEqual([
    'Name',
    '- importer',
    '+ exporter',
    'Public key 2',
    expect.stringMatching(/^\+ PUBLIC KEY \(\d+\) …\S{16}$/),
    'Applications',
    '- urn:billing:reader',
    '+ urn:billing:writer',
  ])
})

it('discard shows what was read', () => {
  const { model, set } = openEdited()
  set('name', 'exporter')
  expect(model.isDirty()).toBe(true)
  model.discard()
  expect(model.isDirty()).toBe(false)
  expect(model.name.getState().value).toBe('importer')
})
