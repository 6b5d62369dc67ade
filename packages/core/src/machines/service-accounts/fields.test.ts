import { describe, expect, test } from 'vitest'

import { samplePublicKey } from './cases.ts'
import { changesOf } from './changes.ts'
import { commandOf } from './command.ts'
import { accountFields, fieldNames } from './fields.ts'
import { flagOf } from '../../kit/nouns/shell-text.ts'
import { createServiceAccountForm, hasChanges } from './form.ts'
import { serviceAccountNoun } from './noun.ts'
import { accountTyped } from './typed.ts'

test('commands can print every form field', () => {
  expect(serviceAccountNoun.fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...fieldNames]))
})

describe.each(accountFields.filter((field) => field.kind !== 'algorithm'))('$name', ({ name, kind }) => {
  const form = createServiceAccountForm()
  form.setField(name, kind === 'key' ? samplePublicKey : 'typed')
  const state = form.getState()

  test('once typed, is among the changes of a save', () => {
    expect(hasChanges(state)).toBe(true)
    expect(changesOf(state).map(({ field }) => field)).toEqual([name])
  })

  test('is in the command for the same change', () => {
    const flag = commandOf(state, { environment: 'e', id: 'x' })
    expect(flag).toContain(` --${flagOf(name)} ${kind === 'key' ? '@FILE' : 'typed'}`)
  })

  test('is kept while a person signs in again', () => {
    expect(accountTyped(state)).toMatchObject({ fields: { [name]: state.values[name] } })
  })
})
