import { expect, it } from 'vitest'

import { readGroup } from '../groups/values.ts'
import { groupSchema, userSchema } from '../schemas.ts'
import { discoveryAnswer } from './discovery.ts'

type Shown = { readonly name: string; readonly canonicalValues?: readonly string[]; readonly subAttributes?: Shown[] }

function shownSchema(id: string): readonly Shown[] {
  const answer = discoveryAnswer(['Schemas', id], 'https://x.example')
  return (answer?.body as { readonly attributes: readonly Shown[] } | undefined)?.attributes ?? []
}

// RFC 7643 section 7: canonicalValues are "a collection of suggested canonical values"; here other values are refused.
it('the published schema of groups lists the types of members that are accepted', () => {
  const members = shownSchema(groupSchema.id).find(({ name }) => name === 'members')
  const accepted = members?.subAttributes?.find(({ name }) => name === 'type')?.canonicalValues ?? []
  const groupOf = (type: string) => () =>
    readGroup({ displayName: 'Guides', members: [{ value: 'x', type }] }, () => {}).members
  expect(accepted).toEqual(['User'])
  for (const type of accepted) for (const one of [type, type.toUpperCase()]) expect(groupOf(one)()).toEqual(['x'])
  for (const type of ['Group', 'Device', '']) expect(groupOf(type)).toThrow('must be of type User')
})

it('the published schema of people has no password', () => {
  expect(shownSchema(userSchema.id).map(({ name }) => name)).toContain('userName')
  expect(shownSchema(userSchema.id).map(({ name }) => name)).not.toContain('password')
})
