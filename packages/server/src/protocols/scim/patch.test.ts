import { describe, expect, it } from 'vitest'

import { ScimFailure } from './failure.ts'
import { patchOperationsMax } from './limits.ts'
import { patched, readOperations } from './patch.ts'
import { groupType, userType, type ResourceType } from './schemas.ts'
import { bjensen, enterprise, generator } from './testing/examples.ts'
import { readResource, type ResourceValues } from './values.ts'

const apply = (resource: ResourceValues, operations: readonly unknown[], type: ResourceType = userType) =>
  patched(
    resource,
    readOperations({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations }, type),
  )
const person = (...operations: readonly unknown[]) => apply(bjensen, operations)
const group = readResource(
  { displayName: 'Tour Guides', members: [{ value: 'babs', type: 'User' }, { value: 'james' }, { value: 'ann' }] },
  groupType,
)
const members = (...operations: readonly unknown[]) =>
  ((apply(group, operations, groupType)['members'] ?? []) as readonly { value: string }[]).map(({ value }) => value)
function refusal(work: () => unknown): ScimFailure {
  try {
    work()
  } catch (reason) {
    if (reason instanceof ScimFailure) return reason
    throw reason
  }
  throw new Error('It was accepted.')
}

describe('the examples of RFC 7644 section 3.5.2', () => {
  it('add a member, once', () => {
    const add = { op: 'add', path: 'members', value: [{ display: 'Babs Jensen', value: 'new' }] }
    expect(members(add)).toEqual(['babs', 'james', 'ann', 'new'])
    expect(members(add, add)).toEqual(['babs', 'james', 'ann', 'new'])
  })

  it('add attributes without a path', () => {
    const value = { emails: [{ value: 'babs@third.example', type: 'other' }], nickname: 'Babs' }
    const { emails, nickName } = person({ op: 'add', value })
    expect(emails).toHaveLength(3)
    expect(nickName).toBe('Babs')
  })

  it('remove one member, all members, and values that match', () => {
    expect(members({ op: 'remove', path: 'members[value eq "james"]' })).toEqual(['babs', 'ann'])
    expect(members({ op: 'remove', path: 'members' })).toEqual([])
    expect(person({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' })['emails']).toEqual([
      { value: 'babs@jensen.org', type: 'home' },
    ])
  })

  it('remove one member and add another in one request', () => {
    expect(
      members(
        { op: 'remove', path: 'members[value eq "babs"]' },
        { op: 'add', path: 'members', value: [{ value: 'james' }, { value: 'new' }] },
      ),
    ).toEqual(
      ['ann', 'james', 'new'].toSorted(
        (a, b) => ['james', 'ann', 'new'].indexOf(a) - ['james', 'ann', 'new'].indexOf(b),
      ),
    )
  })

  it('replace all members', () => {
    expect(
      members({ op: 'replace', path: 'members', value: [{ value: 'a' }, { value: 'b' }, { value: 'a' }] }),
    ).toEqual(['a', 'b'])
  })

  it('replace an address, and one field of an address', () => {
    const whole = { type: 'work', streetAddress: '911 Universal City Plaza', locality: 'Hollywood' }
    const { addresses } = person({ op: 'replace', path: 'addresses[type eq "work"]', value: whole })
    expect((addresses as unknown[])[0]).toEqual({ ...whole, primary: true })
    const street = { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' }
    const changed = person(street)['addresses'] as { streetAddress: string }[]
    expect(changed.map(({ streetAddress }) => streetAddress)).toEqual(['1010 Broadway Ave', '456 Hollywood Blvd'])
  })

  it('replace attributes without a path', () => {
    const value = { emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }], nickname: 'Babs' }
    expect(person({ op: 'replace', value })).toMatchObject({
      emails: value.emails,
      nickName: 'Babs',
      title: 'Tour Guide',
    })
  })
})

describe('what Microsoft Entra ID sends', () => {
  it.each([
    ['Add', { op: 'Add', path: 'emails[type eq "other"].value', value: 'new@example.com' }],
    ['Replace', { op: 'Replace', path: 'emails[type eq "other"].value', value: 'new@example.com' }],
  ])('%s creates a value that does not exist', (_, operation) => {
    const { emails } = person(operation)
    expect(emails).toEqual([...(bjensen['emails'] as unknown[]), { type: 'other', value: 'new@example.com' }])
    expect(person(operation, operation)['emails']).toEqual(emails)
  })

  it('deactivates with a text instead of a boolean', () => {
    expect(person({ op: 'Replace', path: 'active', value: 'False' })['active']).toBe(false)
    expect(person({ op: 'replace', value: { active: 'TRUE' } })['active']).toBe(true)
  })

  it('replaces attributes whose keys have dots and URNs', () => {
    const value = { 'name.givenName': 'Ada', [`${enterprise}:department`]: 'Sales', displayName: 'Ada Jensen' }
    expect(person({ op: 'replace', value })).toMatchObject({
      name: { givenName: 'Ada', familyName: 'Jensen' },
      displayName: 'Ada Jensen',
      [enterprise]: { department: 'Sales', employeeNumber: '701984' },
    })
  })

  it('sends the manager as an id or as an object, and removes it', () => {
    const path = `${enterprise}:manager`
    for (const value of ['m1', { value: 'm1' }])
      expect(person({ op: 'Add', path, value })[enterprise]).toMatchObject({ manager: { value: 'm1' } })
    expect(person({ op: 'Add', path: `${path}.value`, value: 'm2' })[enterprise]).toMatchObject({
      manager: { value: 'm2' },
    })
    expect(person({ op: 'Remove', path })[enterprise]).not.toHaveProperty('manager')
  })

  it('removes members by naming them in the value, again and again', () => {
    const remove = { op: 'Remove', path: 'members', value: [{ value: 'james' }, { value: 'gone' }] }
    expect(members(remove, remove)).toEqual(['babs', 'ann'])
    expect(members({ op: 'Remove', path: 'members[value eq "gone"]' })).toEqual(['babs', 'james', 'ann'])
  })
})

describe('what Okta sends', () => {
  it('deactivates without a path', () => {
    expect(person({ op: 'replace', value: { active: false } })['active']).toBe(false)
  })

  it('renames a group with its id in the value', () => {
    const renamed = apply(group, [{ op: 'replace', value: { id: 'abc', displayName: 'Guides' } }], groupType)
    expect(renamed).toMatchObject({ displayName: 'Guides' })
    expect(renamed).not.toHaveProperty('id')
  })
})

describe('a PATCH', () => {
  it('leaves the resource that it was given as it is', () => {
    const before = structuredClone(bjensen)
    person(
      { op: 'remove', path: 'emails' },
      { op: 'replace', path: 'name.givenName', value: 'X' },
      { op: 'remove', path: enterprise },
    )
    expect(bjensen).toEqual(before)
  })

  it('removes an attribute, a sub-attribute and a whole extension', () => {
    expect(person({ op: 'remove', path: 'title' })).not.toHaveProperty('title')
    expect(person({ op: 'remove', path: 'name.givenName' })['name']).not.toHaveProperty('givenName')
    expect(person({ op: 'remove', path: enterprise })).not.toHaveProperty([enterprise])
    expect(person({ op: 'remove', path: 'emails[type eq "work"].primary' })['emails']).toEqual([
      { value: 'bjensen@example.com', type: 'work' },
      { value: 'babs@jensen.org', type: 'home' },
    ])
  })

  it('leaves one primary value', () => {
    const added = person({ op: 'add', path: 'emails', value: { value: 'c@example.com', type: 'c', primary: true } })
    const changed = person({ op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' })
    for (const { emails } of [added, changed])
      expect((emails as { primary?: boolean }[]).filter(({ primary }) => primary === true)).toHaveLength(1)
    expect((changed['emails'] as { primary?: boolean }[])[1]?.primary).toBe(true)
  })

  it.each([
    ['an unknown verb', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    ['no verb', { path: 'title', value: 'x' }, 'invalidSyntax'],
    ['no value', { op: 'add', path: 'title' }, 'invalidValue'],
    ['nothing to remove', { op: 'remove' }, 'noTarget'],
    ['a text without a path', { op: 'add', value: 'x' }, 'invalidValue'],
    ['an unknown attribute', { op: 'add', path: 'shoeSize', value: '9' }, 'invalidPath'],
    ['the prototype', { op: 'add', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    ['a read-only attribute', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['groups of a person', { op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
    ['a read-only sub-attribute', { op: 'replace', path: 'meta.version', value: 'x' }, 'mutability'],
    ['no username', { op: 'remove', path: 'userName' }, 'mutability'],
    ['a null username', { op: 'replace', path: 'userName', value: null }, 'invalidValue'],
    ['a value of another type', { op: 'replace', path: 'active', value: 'yes' }, 'invalidValue'],
    ['an object as a text', { op: 'replace', path: 'title', value: {} }, 'invalidValue'],
    ['a missing value', { op: 'add', path: 'ims[type sw "x"].value', value: 'x' }, 'noTarget'],
    ['a text that is too long', { op: 'add', path: 'title', value: 'x'.repeat(5000) }, 'invalidValue'],
    ['a null character', { op: 'add', path: 'title', value: 'a\u0000' }, 'invalidValue'],
    ['a number as an operation', 1, 'invalidSyntax'],
  ])('is refused with %s', (_, operation, scimType) => {
    expect(refusal(() => person(operation))).toMatchObject({ status: 400, scimType })
  })

  it('has a list of operations with an upper bound', () => {
    for (const body of [undefined, null, [], {}, { Operations: [] }, { Operations: {} }])
      expect(refusal(() => readOperations(body, userType)).scimType).toBe('invalidSyntax')
    const operations = Array.from({ length: patchOperationsMax + 1 }, () => ({ op: 'remove', path: 'title' }))
    expect(refusal(() => person(...operations)).scimType).toBe('invalidValue')
  })

  it('changes 20,000 members of a group in one step each', () => {
    const value = Array.from({ length: 20_000 }, (_, at) => ({ value: `m${at}` }))
    const full = apply(group, [{ op: 'add', path: 'members', value }], groupType)
    expect(full['members']).toHaveLength(20_003)
    const half = value.filter((_, at) => at % 2 === 0)
    expect(apply(full, [{ op: 'remove', path: 'members', value: half }], groupType)['members']).toHaveLength(10_003)
  })

  it('made of random pieces is applied or refused; it never reaches a prototype or an unknown name', () => {
    const random = generator(11)
    const some = <T>(list: readonly T[]): T => list[random() % list.length] as T
    const paths = [
      'userName',
      'emails',
      'emails[type eq "work"]',
      'emails[type eq "x"].value',
      'name.givenName',
      'active',
    ]
    paths.push(
      '__proto__',
      'constructor.prototype',
      'members',
      'members[value eq "a"]',
      enterprise,
      `${enterprise}:manager`,
    )
    paths.push(
      'name',
      'addresses[locality pr].country',
      'emails.primary',
      'schemas',
      '',
      'emails[',
      'emails[not (type pr)].type',
    )
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown
    const value = (depth: number): unknown =>
      some<() => unknown>([
        () => 'a',
        () => 'True',
        () => null,
        () => 1,
        () => true,
        () => undefined,
        () => hostile,
        () => (depth > 2 ? [] : [value(depth + 1), value(depth + 1)]),
        () => (depth > 2 ? {} : { value: value(depth + 1), type: value(depth + 1), [some(paths)]: value(depth + 1) }),
      ])()
    const known =
      /^(?:externalId|displayName|members|[a-z]\w+|urn:ietf:params:scim:schemas:extension:enterprise:2\.0:User)$/i
    let applied = 0
    for (let run = 0; run < 20_000; run += 1) {
      const operations = Array.from({ length: 1 + (random() % 3) }, () => ({
        op: some(['add', 'Replace', 'REMOVE', 'x']),
        ...(random() % 4 === 0 ? {} : { path: some(paths) }),
        value: value(0),
      }))
      const [resource, type] = random() % 2 === 0 ? [bjensen, userType] : [group, groupType]
      try {
        for (const name of Object.keys(apply(resource, operations, type))) expect(name).toMatch(known)
        applied += 1
      } catch (reason) {
        if (!(reason instanceof ScimFailure)) throw new Error(`${JSON.stringify(operations)}: ${String(reason)}`)
      }
    }
    expect(applied).toBeGreaterThan(100)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
