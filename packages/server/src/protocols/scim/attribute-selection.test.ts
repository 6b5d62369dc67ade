import { expect, it } from 'vitest'

import { ScimFailure } from './failure.ts'
import { userType } from './schemas.ts'
import { isShown, readSelection, shownResource } from './attribute-selection.ts'
import { bjensen, enterprise } from './testing/examples.ts'

const person = { id: '1', schemas: [userType.schema.id, enterprise], meta: { resourceType: 'User' }, ...bjensen }
const shown = (attributes?: string, excludedAttributes?: string) =>
  shownResource(person, readSelection({ attributes, excludedAttributes }), userType)

it('an answer has everything unless attributes are named', () => {
  expect(shown()).toEqual(person)
})

it('only the attributes that are named, and those that are always returned', () => {
  expect(shown('userName,emails.value')).toEqual({
    id: '1',
    schemas: person.schemas,
    userName: 'bjensen@example.com',
    emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
  })
  expect(Object.keys(shown(` USERNAME , ${enterprise}:department,shoeSize`))).toEqual([
    'id',
    'schemas',
    'userName',
    enterprise,
  ])
  expect(shown(enterprise)[enterprise]).toEqual(bjensen[enterprise])
  expect(Object.keys(shown(''))).toEqual(['id', 'schemas'])
})

it('without the attributes that are excluded, but never without the id', () => {
  const rest = shown(undefined, `emails,name.familyName,id,${enterprise}:manager`)
  expect(rest).not.toHaveProperty('emails')
  expect(rest['name']).toEqual({ formatted: 'Ms. Barbara J Jensen, III', givenName: 'Barbara' })
  expect(rest['id']).toBe('1')
  expect(rest[enterprise]).toEqual({ employeeNumber: '701984', department: 'Tour Operations' })
  expect(isShown('emails', readSelection({ excludedAttributes: 'Emails' }), userType)).toBe(false)
  expect(isShown('emails', readSelection({}), userType)).toBe(true)
})

it('both at once are refused', () => {
  expect(() => readSelection({ attributes: 'a', excludedAttributes: 'b' })).toThrow(ScimFailure)
})

it('a password is neither stored nor shown', () => {
  expect(shownResource({ ...person, password: 'x' }, {}, userType)).not.toHaveProperty('password')
  expect(shownResource({ ...person, password: 'x' }, { attributes: ['password'] }, userType)).not.toHaveProperty(
    'password',
  )
})

it('names that are longer than any path are not looked up', () => {
  expect(readSelection({ attributes: `userName,${'x'.repeat(100_000)}` }).attributes).toEqual(['userName'])
})
