import { type FieldName, type WordId } from '@portico/core'
import { samplePublicKey, serviceAccountCases } from '@portico/core/testing'
import { describe, expect, it } from 'vitest'

import { openAppUnderTest } from '../../../app/tui/testing/app-under-test.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import { createAccountForm, type AccountForm } from './account-form.ts'
import { requestNewKey } from './form-actions.ts'
import { formBindings } from './form-bindings.ts'

const otherKey = samplePublicKey.replace('AQAB', 'AQAC').replace('MIIB', 'MIIC')

function open(id?: string, writeFile = (path: string) => path) {
  const { app } = openAppUnderTest({ writeFile })
  const form = createAccountForm(app, 'e', id)
  const { editor } = form
  const set = (field: FieldName, value: string) => {
    if (field === 'name') form.lines.name.set(value)
    else if (field === 'key1' || field === 'key2') form.keys[field].set(value)
    else editor.setField(field, value)
  }
  return { app, editor, form, set }
}

/** The form of an existing account. */
function openEdited(writeFile?: (path: string) => string) {
  const opened = open('sa-1', writeFile)
  const account = {
    id: 'sa-1',
    name: 'importer',
    urn: 'u',
    key1: samplePublicKey,
    key1Algorithm: 'RSA',
    createdAt: '',
    updatedAt: '',
  }
  const dependencies = [{ appId: 'a', name: 'reader', label: 'Billing', urn: 'urn:billing' }]
  opened.editor.open({ account, dependencies }, undefined)
  return opened
}

describe('every rule of the one table holds in the terminal form', () => {
  it.each(serviceAccountCases(samplePublicKey, otherKey))('$what', ({ values, violations }) => {
    const { app, editor, form, set } = open()
    for (const [field, value] of Object.entries(values)) set(field as FieldName, value)
    requestSave(form.saving)
    const isRefused = Object.keys(violations).length > 0
    expect(editor.saveRefusal() === undefined).toBe(!isRefused)
    expect(app.state.getState().dialog === undefined).toBe(isRefused)
    for (const [field, errorID] of Object.entries(violations))
      expect(editor.problemOf(field as FieldName)).toBe(app.words.say(errorID as WordId))
  })
})

it('a cleared name cannot be saved, although an application was removed too', () => {
  const { app, editor, form, set } = openEdited()
  set('name', '')
  editor.removeApplication('a')
  requestSave(form.saving)
  expect(app.state.getState().dialog).toBeUndefined()
  expect(app.state.getState().notice).toBe(app.words.say('SERVICE_ACCOUNT_NAME_REQUIRED'))
})

it('an empty form shows no violation until the first attempt to save', () => {
  const { editor, form } = open()
  expect(editor.problemOf('name')).toBeUndefined()
  requestSave(form.saving)
  expect(editor.problemOf('name')).toBeDefined()
})

it('the difference names what is removed and what is added, and no key in full', () => {
  const { editor, set } = openEdited()
  set('name', 'exporter')
  set('key2', otherKey)
  editor.setRoles('a', ['writer'])
  expect(changeLines(editor)).toEqual([
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
  const { editor, form, set } = openEdited()
  set('name', 'exporter')
  expect(editor.hasChanges()).toBe(true)
  editor.discard()
  expect(editor.hasChanges()).toBe(false)
  expect(form.lines.name.getState().value).toBe('importer')
})

describe('a key pair made in the form', () => {
  const bindingOf = (form: AccountForm, id: string) => formBindings(form).find((one) => one.id === id)

  it('is made for a public key only: on another row m says where to go', () => {
    const { form } = openEdited()
    expect(bindingOf(form, 'form.make-key')?.refused?.()).toBe('Go to a public key first: j, k.')
    form.move(1)
    expect(bindingOf(form, 'form.make-key')?.refused?.()).toBeUndefined()
  })

  it('is not replaced by a second one before it is saved or discarded', async () => {
    const written: string[] = []
    const { app, editor, form } = openEdited((path) => {
      written.push(path)
      return `/keys/${path}`
    })
    form.move(1)
    requestNewKey(form, 'key1')
    const confirm = app.state
      .getState()
      .dialog?.layer.bindings()
      .find((one) => one.id === 'typed.confirm')
    await confirm?.run()
    const made = editor.getState().form.values.key1
    expect([written, made.startsWith('-----BEGIN PUBLIC KEY-----')]).toEqual([['importer.pem'], true])
    expect(bindingOf(form, 'form.make-key')?.refused?.()).toContain('/keys/importer.pem')
    editor.discard()
    expect(bindingOf(form, 'form.make-key')?.refused?.()).toBeUndefined()
  })
})
