import { describe, expect, it } from 'vitest'

import { ScimFailure } from './failure.ts'
import { patchOperationsMax } from './limits.ts'
import { patched, readOperations, readResource } from './patch.ts'
import { groupType, userType, type ResourceType } from './schemas.ts'
import { bjensen, enterprise, generator } from './testing/examples.ts'
import type { ResourceValues } from './values.ts'

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
    for (const value of ['m1', { value: 'm1' }, [{ $ref: 'https://x.example/Users/m1', value: 'm1' }]])
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

const plurals = userType.attributes.filter(({ multiValued, mutability }) => multiValued && mutability === 'readWrite')

describe.each(plurals.map((one) => one.name))('one value of %s', (name) => {
  const sub = name === 'addresses' ? 'locality' : 'value'
  const urn = `${userType.schema.id}:${name}`
  const other = { [sub]: 'before', type: 'other', primary: true }
  const valuesAfter = (...operations: readonly unknown[]) => apply({ [name]: [other] }, operations)[name]

  it.each(['add', 'Add', 'replace', 'Replace'])('is created and changed by a key with brackets: %s', (op) => {
    for (const key of [`${name}[type eq "work"].${sub}`, `${urn}[type eq "work"].${sub}`]) {
      const create = { op, value: { [key]: 'x' } }
      expect(valuesAfter(create)).toEqual([other, { type: 'work', [sub]: 'x' }])
      expect(valuesAfter(create, create)).toEqual(valuesAfter(create))
      expect(valuesAfter(create, { op, value: { [key]: 'y' } })).toEqual([other, { type: 'work', [sub]: 'y' }])
      expect(valuesAfter(create)).toEqual(valuesAfter({ op, path: key, value: 'x' }))
    }
    const whole = { op, value: { [`${name}[type eq "work"]`]: { [sub]: 'x' } } }
    expect(valuesAfter(whole)).toEqual([other, { type: 'work', [sub]: 'x' }])
    expect(valuesAfter({ op, value: { [`${name}[type eq "work"]`]: [{ [sub]: 'x' }] } })).toEqual(valuesAfter(whole))
  })

  it('becomes the primary one', () => {
    const first = { op: 'add', value: { [`${name}[type eq "work"].${sub}`]: 'x' } }
    const primary = { op: 'replace', value: { [`${name}[type eq "work"].primary`]: 'True' } }
    expect(valuesAfter(first, primary)).toEqual([
      { ...other, primary: false },
      { type: 'work', [sub]: 'x', primary: true },
    ])
    const created = { op: 'add', value: { [`${name}[type eq "work" and primary eq true].${sub}`]: 'x' } }
    expect(valuesAfter(created)).toEqual(valuesAfter(first, primary))
    expect(valuesAfter({ op: 'replace', value: { [`${name}[primary eq true].${sub}`]: 'x' } })).toEqual([
      { ...other, [sub]: 'x' },
    ])
  })

  it('is removed, whole or in part, and nothing where none matches', () => {
    const add = { op: 'add', value: { [`${name}[type eq "work"].${sub}`]: 'x' } }
    expect(valuesAfter(add, { op: 'remove', path: `${name}[type eq "work"]` })).toEqual([other])
    expect(valuesAfter(add, { op: 'Remove', path: `${urn}[type eq "work"].${sub}` })).toEqual([other, { type: 'work' }])
    expect(valuesAfter({ op: 'remove', path: `${name}[type eq "work"].${sub}` })).toEqual([other])
  })

  it('is created by a key with a dot where there is none', () => {
    for (const op of ['add', 'replace'])
      expect(apply({}, [{ op, value: { [`${name}.${sub}`]: 'x' } }])[name]).toEqual([{ [sub]: 'x' }])
    expect(apply({}, [{ op: 'remove', path: `${name}.${sub}` }])).toEqual({})
  })

  it('is read from the keys of a POST or PUT', () => {
    const keys = { [`${name}[type eq "work"].${sub}`]: 'x', [`${urn}[type eq "home"].${sub}`]: 'y', [name]: [other] }
    expect(readResource(keys, userType)[name]).toEqual([
      other,
      { type: 'work', [sub]: 'x' },
      { type: 'home', [sub]: 'y' },
    ])
    expect(readResource({ [`${name}.${sub}`]: 'x' }, userType)[name]).toEqual([{ [sub]: 'x' }])
  })
})

describe('an attribute that the schemas do not have', () => {
  const leaver = { op: 'Replace', path: 'active', value: 'False' }
  const custom = 'urn:ietf:params:scim:schemas:extension:custom:2.0:User'
  const ignoredBy = (operation: unknown, type = userType) => {
    const names: string[] = []
    const deactivation = type === userType ? [leaver] : []
    const body = { Operations: [operation, ...deactivation] }
    const after = patched(
      type === userType ? bjensen : group,
      readOperations(body, type, (name) => names.push(name)),
    )
    expect(after).toEqual(type === userType ? { ...bjensen, active: false } : group)
    return names
  }
  const names: readonly (readonly [sent: string, reported: string])[] = [
    ['shoeSize', 'shoeSize'],
    ['_internal', '_internal'],
    ['password', 'password'],
    ['name.nickname', 'name.nickname'],
    ['emails.verified', 'emails.verified'],
    ['emails[type eq "work"].verified', 'emails.verified'],
    ['shoes[type eq "left" and size gt 4].size', 'shoes.size'],
    ['shoes[type eq "left"]', 'shoes'],
    [`${custom}:shoeSize`, `${custom}:shoeSize`],
    [`${custom}:shoes[type eq "left"].size`, `${custom}:shoes.size`],
    [`${enterprise}:shoeSize`, `${enterprise}:shoeSize`],
    [`${enterprise}:manager.mood`, `${enterprise}:manager.mood`],
  ]

  it.each(names)('is ignored and reported as a path and as a key: %s', (sent, reported) => {
    for (const op of ['Add', 'replace'])
      for (const value of ['9', ['9'], { size: 9 }, null]) {
        expect(ignoredBy({ op, path: sent, value })).toEqual([reported])
        expect(ignoredBy({ op, value: { [sent]: value } })).toEqual([reported])
      }
    expect(ignoredBy({ op: 'remove', path: sent })).toEqual([reported])
    expect(ignoredBy({ op: 'replace', path: sent })).toEqual([reported])
    const read: string[] = []
    expect(readResource({ userName: 'bob', [sent]: '9' }, userType, (name) => read.push(name))).toEqual({
      userName: 'bob',
    })
    expect(read).toEqual([reported])
  })

  it('is ignored and reported inside a value, an extension and a member', () => {
    const inside: readonly (readonly [string, unknown, string])[] = [
      ['name', { mood: 'x' }, 'name.mood'],
      [enterprise, { shoeSize: '9' }, `${enterprise}:shoeSize`],
      [custom, { shoeSize: '9' }, custom],
    ]
    for (const [path, value, reported] of inside) {
      expect(ignoredBy({ op: 'add', path, value })).toEqual([reported])
      expect(ignoredBy({ op: 'add', value: { [path]: value } })).toEqual([reported])
    }
    expect(ignoredBy({ op: 'add', path: 'members', value: [{ value: 'james', mood: 1 }] }, groupType)).toEqual([
      'members.mood',
    ])
    expect(ignoredBy({ op: 'add', path: 'shoeSize', value: 1 }, groupType)).toEqual(['shoeSize'])
  })

  it.each([
    '__proto__',
    '__proto__.polluted',
    'constructor',
    'constructor.prototype',
    'shoes[type eq "left"].__proto__',
    'emails[type eq "work"].constructor',
    'name.__proto__',
    `${custom}:__proto__`,
    `${custom}:prototype.x`,
    'shoes[type eq "left"',
    'shoes eq 4',
    'emails[verified eq true].value',
    'emails[__proto__ pr].value',
    'shoe size',
  ])('is still refused as a path that cannot be a name: %s', (path) => {
    for (const op of ['add', 'replace', 'remove'])
      expect(refusal(() => person({ op, path, value: 'x' }, leaver))).toMatchObject({
        status: 400,
        scimType: 'invalidPath',
      })
  })

  it('changes nothing if it is the only one in a value, and a null removes only the sub-attribute that it is sent for', () => {
    for (const op of ['add', 'replace']) {
      expect(person({ op, path: 'name', value: { mood: 'x' } })['name']).toEqual(bjensen['name'])
      expect(person({ op, value: { name: {} } })['name']).toEqual(bjensen['name'])
      expect(person({ op, path: 'name', value: { givenName: null } })['name']).toEqual({
        formatted: 'Ms. Barbara J Jensen, III',
        familyName: 'Jensen',
      })
      expect(person({ op, path: 'name', value: null })).not.toHaveProperty('name')
    }
  })

  it('does not hide errors in values of known attributes', () => {
    expect(refusal(() => person(leaver, { op: 'add', path: 'title', value: {} })).scimType).toBe('invalidValue')
    expect(refusal(() => person({ op: 'add', value: { 'emails[verified eq true].value': 'x' } })).scimType).toBe(
      'invalidPath',
    )
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
