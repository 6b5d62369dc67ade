import { describe, expect, it } from 'vitest'

import { processorMs } from '../../../testing/processor-time.ts'
import { filterLengthMax } from '../limits.ts'
import { enterprise } from '../testing/examples.ts'
import { redactedBody, redactedQuery } from './redact.ts'
import { redactedFilter } from './redact-filter.ts'
import { storableText } from './shown-text.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const operation = (more: object) => ({ Operations: [{ op: 'add', ...more }] })

describe('a body', () => {
  it.each<[string, unknown]>([
    ['a password under its URN', { [`${core}:Password`]: 'S3cret' }],
    ['a telephone number under its URN', { [`${core}:phoneNumbers`]: [{ value: 'S3cret' }] }],
    ['an attribute of an unknown extension', { 'urn:example:2.0:User:nationalId': 'S3cret' }],
    ['an unknown extension', { 'urn:example:2.0:User': { department: 'S3cret' } }],
    ['the URN of users itself', { [core]: { userName: 'S3cret' } }],
    ['a text for an extension', { [enterprise]: 'S3cret' }],
    ['a text', 'S3cret'],
    ['a list', ['S3cret']],
    ['an operation without a path', operation({ value: { [`${core}:Password`]: 'S3cret' } })],
    ['a value that names no attribute', operation({ value: 'S3cret' })],
    ['a list that names no attribute', operation({ value: [{ value: 'S3cret' }] })],
    ['Path', operation({ Path: 'password', value: 'S3cret' })],
    ['two paths', operation({ path: 'userName', PATH: 'password', value: 'S3cret' })],
    [
      'a path behind many others',
      operation({
        ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}`, 1])),
        value: 'S3cret',
        path: 'password',
      }),
    ],
    ['a list as the path', operation({ path: ['password'], value: 'S3cret' })],
    ['null as the path', operation({ path: null, value: 'S3cret' })],
    ['an object as the path', operation({ path: { value: 'S3cret' }, value: 'S3cret' })],
    ['the path of an extension', operation({ path: enterprise, value: 'S3cret' })],
    ['a private part of a readable attribute', operation({ path: 'name.honorificPrefix', value: 'S3cret' })],
    ['a value path', operation({ path: 'phoneNumbers[value eq "S3cret"].type', value: 'S3cret' })],
    ['an extension and a value path', operation({ path: `${core}:phoneNumbers[value eq "S3cret"]`, value: 'S3cret' })],
    ['a private part in a value path', operation({ path: 'ims[type eq "a" and not (value sw "S3cret")].type' })],
    ['a path that cannot be read', operation({ path: 'emails[value eq "S3cret', value: 'x' })],
    ['a key with a value path', { 'phoneNumbers[value eq "S3cret"].type': 'work' }],
    ['a path that is private', { password: { path: 'S3cret' } }],
  ])('keeps nothing of %s', (_, body) => {
    expect(JSON.stringify(redactedBody(body))).not.toContain('S3cret')
  })

  it.each<[object, string]>([
    [{ path: 'emails[type eq "work"].value', value: 'a@b' }, 'a@b'],
    [{ path: `${enterprise}:department`, value: 'Tours' }, 'Tours'],
    [{ path: enterprise, value: { department: 'Tours' } }, 'Tours'],
    [{ path: 'members', value: [{ value: 'babs' }] }, 'babs'],
    [{ path: 'members[value eq "babs"]' }, 'members[value eq \\"babs\\"]'],
    [{ path: 'urn:example:2.0:User:nationalId', value: 1 }, 'urn:example:2.0:User:nationalId'],
    [{ path: 'password', value: 'x' }, '"op":"add","path":"password","value":"(1 characters)"'],
    [{ value: { 'name.givenName': 'Ada', [`${enterprise}:manager`]: 'boss' } }, 'boss'],
  ])('keeps what names people and groups: %j', (given, text) => {
    expect(JSON.stringify(redactedBody(operation(given)))).toContain(text)
  })

  it('is looked at in a time that does not grow with its texts', () => {
    const bodies = (length: number) => [
      operation({ path: 'a'.repeat(length), value: 'x' }),
      operation({ path: `emails[${'value eq "'.repeat(length / 10)}`, value: 'x' }),
      { [`urn:${'.'.repeat(length)}:`]: 1, [`urn:${':a'.repeat(length / 2)}.`]: 1, ['['.repeat(length)]: 1 },
      { userName: 'scim_'.repeat(length / 5), displayName: '\ud800'.repeat(length) },
    ]
    const all = (length: number) => bodies(length).forEach((body) => storableText(JSON.stringify(redactedBody(body))))
    const query = (length: number) =>
      redactedQuery(new URLSearchParams({ filter: 'a'.repeat(length), attributes: ','.repeat(length) }))
    const small = processorMs(() => [all(10_000), query(10_000)])
    expect(processorMs(() => [all(40_000), query(40_000)])).toBeLessThan(6 * small + 50)
  })

  it('of very many small values is looked at in part', () => {
    const tree = (depth: number): unknown => (depth === 0 ? 1 : Array.from({ length: 40 }, () => tree(depth - 1)))
    expect(redactedBody({ schemas: tree(3), emails: tree(2) })).toMatchObject({ emails: '…' })
  })
})

describe('a filter', () => {
  it.each([
    ['userName Eq "bob" and not (externalId sw "1")', 'userName eq "bob" and not (externalId sw "1")'],
    ['(title pr or title eq "x") and active eq "True"', '(title pr or title eq "x") and active eq true'],
    ['emails[type eq "work" and value co "@"]', 'emails[type eq "work" and value co "@"]'],
    [`${enterprise}:department eq "Tours"`, `${enterprise}:department eq "Tours"`],
    ['members.value eq "1" or displayName eq null', 'members.value eq "1" or displayName eq null'],
    [
      'phoneNumbers[value eq "+1555" or type eq "work"]',
      'phoneNumbers[value eq "(5 characters)" or type eq "(4 characters)"]',
    ],
    ['name.honorificPrefix eq "Dr"', 'name.honorificPrefix eq "(2 characters)"'],
    ['phoneNumbers.primary eq true', 'phoneNumbers.primary eq …'],
  ])('%s', (filter, shown) => {
    expect(redactedFilter(filter)).toBe(shown)
  })

  it.each([
    "password eq 'S3cret'",
    'password eq "S3cret"',
    'password eq S3cret',
    'userName eq "S3cret',
    'userName eq "a" S3cret',
    `title eq "${'a'.repeat(filterLengthMax)}"`,
  ])('that cannot be read is kept as its length: %s', (filter) => {
    expect(redactedFilter(filter)).toBe(`(${filter.length} characters)`)
  })
})

it('a query shows parameters of lists, with the names of attributes', () => {
  const shown = (text: string) => redactedQuery(new URLSearchParams(text))
  expect(shown('startIndex=1&count=2&attributes=userName,emails.value&aadOptscim062020')).toBe(
    'startIndex=1&count=2&attributes=userName,emails.value&aadOptscim062020=',
  )
  expect(shown('count=S3cret S3cret S3cret&sortBy=phoneNumbers[value eq "%2B1555"]&a b=c')).toBe(
    'count=(20 characters)&sortBy=phoneNumbers[value eq "(5 characters)"]&(3 characters)=(1 characters)',
  )
})

it('a text is cut between characters, and has nothing that PostgreSQL cannot store', () => {
  const { userName } = redactedBody({ userName: `${'x'.repeat(199)}😀 and more` }) as { userName: string }
  expect(userName).toBe(`${'x'.repeat(199)}… (210 characters)`)
  expect(storableText(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
  expect(storableText('a\ud800b\udc00c\u0000d😀')).toBe('a\ufffdb\ufffdc\ufffdd😀')
})
