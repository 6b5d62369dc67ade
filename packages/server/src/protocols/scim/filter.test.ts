import { describe, expect, it } from 'vitest'

import { ScimFailure } from './failure.ts'
import { parseFilter, parsePatchPath } from './filter.ts'
import { filterComparisonsMax, filterDepthMax, filterLengthMax } from './limits.ts'
import { matches } from './matches.ts'
import { groupType, userType } from './schemas.ts'
import { bjensen, enterprise, generator } from './testing/examples.ts'

const person = {
  ...bjensen,
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  meta: { lastModified: '2011-05-13T04:42:34Z', resourceType: 'User' },
}
const holds = (filter: string) => matches(parseFilter(filter, userType), person)
function refusal(work: () => unknown): ScimFailure {
  try {
    work()
  } catch (reason) {
    if (reason instanceof ScimFailure) return reason
    throw reason
  }
  throw new Error('It was accepted.')
}

describe('a filter', () => {
  // RFC 7644 section 3.4.2.2, figure 2, about the person of RFC 7643.
  it.each([
    ['userName Eq "bjensen@example.com"', true],
    ['userName eq "BJENSEN@EXAMPLE.COM"', true],
    ['name.familyName co "O\'Malley"', false],
    ['name.familyName co "ENS"', true],
    ['userName sw "B"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', true],
    ['URN:IETF:params:scim:schemas:core:2.0:User:USERNAME sw "J"', false],
    ['title pr', true],
    ['nickName pr', false],
    ['meta.lastModified gt "2011-05-13T04:42:33Z"', true],
    ['meta.lastModified ge "2011-05-13T06:42:34+02:00"', true],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', false],
    ['meta.lastModified le "2011-05-13T04:42:34.000Z"', true],
    ['title pr and userType eq "Employee"', true],
    ['title pr or userType eq "Intern"', true],
    [`schemas eq "${enterprise}"`, true],
    ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', true],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', false],
    ['userType eq "Employee" and (emails.type eq "work")', true],
    ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', true],
    ['emails[type eq "home" and value co "@example.com"]', false],
    ['emails[type eq "work" and value co "@jensen.org"] or ims[type eq "xmpp" and value co "@foo.com"]', false],
    // A value path with a sub-attribute, as the grammar of the figure has it in a PATCH path; Entra sends it in filters.
    ['emails[type eq "work"].value eq "bjensen@example.com"', true],
    ['emails[type eq "home"].value eq "bjensen@example.com"', false],
    ['Emails[Type EQ "Work"].Value sw "BJ" and userName pr', true],
    ['not (emails[type eq "work"].value ew ".org")', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work"].primary eq "True"', true],
    ['emails[type eq "home"].primary eq true', false],
    ['emails[type eq "home"].primary ne true', true],
    ['emails[type eq "home"].primary pr', false],
    ['emails[type eq "home"].primary eq null', true],
    ['emails[type eq "work"].primary eq null', false],
    ['emails[type eq "work"].primary ne null', true],
    ['emails[type eq "other"].value ne "x"', true],
    ['emails[type eq "other"].value eq null', true],
    ['emails[type eq "other"].value pr', false],
    ['addresses[type eq "home"].locality eq "hollywood"', true],
    ['phoneNumbers[type eq "mobile"].value eq "1"', false],
    [`${enterprise}:department eq "tour operations"`, true],
    [`${enterprise}:manager.value eq "26118915-6090-4610-87e4-49d8ca9f808d"`, true],
    ['externalId eq "701984"', true],
    ['active eq true', true],
    ['active eq "True"', true],
    ['active ne false', true],
    ['nickName eq null', true],
    ['nickName ne "x"', true],
    ['title ne null', true],
    ['userName ew ".com" and not(title sw "x")', true],
    ['displayName gt "A" and displayName lt "C"', true],
    // `and` binds stronger than `or`.
    ['title pr or title eq "x" and nickName pr', true],
    ['(title pr or title eq "x") and nickName pr', false],
    ['userName eq "b\\u006aensen@example.com"', true],
  ])('%s: %s', (filter, expected) => {
    expect(holds(filter)).toBe(expected)
  })

  it('compares ids and external ids with their case', () => {
    const upper = { ...person, externalId: 'ABC' }
    expect(matches(parseFilter('externalId eq "abc"', userType), upper)).toBe(false)
    expect(matches(parseFilter('externalId eq "ABC"', userType), upper)).toBe(true)
  })

  it.each([
    '',
    ' ',
    'userName',
    'userName eq',
    'userName eq bob',
    'userName eq "bob',
    "userName eq 'bob'",
    'userName eq "a" userName',
    'userName xx "a"',
    'userName eq "a" and',
    'and userName eq "a"',
    '(userName eq "a"',
    'userName eq "a")',
    'not userName eq "a"',
    'nothing eq "a"',
    'password eq "a"',
    'password pr',
    '__proto__ pr',
    'constructor pr',
    'name.__proto__ pr',
    'emails[__proto__ pr]',
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "a"].nothing eq "a"',
    'emails[type eq "a"].value',
    'emails[type eq "a"]. value eq "a"',
    'emails[type eq "a"].value.x eq "a"',
    'emails[type eq "a"].__proto__ pr',
    'emails[type eq "a"].primary gt true',
    'emails[nothing eq "a"].value eq "a"',
    'emails[type eq "a" and emails[type pr]]',
    'userName[value eq "a"]',
    'emails.value[type eq "a"]',
    'active gt true',
    'active co "t"',
    'title gt true',
    'name eq "a"',
    'title gt null',
    'meta.lastModified gt "yesterday"',
    'x509Certificates co "a"',
    'userName eq "a\u0000b"',
    'userName eq "\\x"',
    'userName.value.more eq "a"',
  ])('is refused: %s', (filter) => {
    expect(refusal(() => parseFilter(filter, userType))).toMatchObject({ status: 400, scimType: 'invalidFilter' })
  })

  it('has a limited length, depth and number of comparisons', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}title pr${')'.repeat(depth)}`
    expect(() => parseFilter(nested(filterDepthMax - 1), userType)).not.toThrow()
    expect(refusal(() => parseFilter(nested(filterDepthMax), userType)).scimType).toBe('invalidFilter')
    expect(refusal(() => parseFilter('not('.repeat(900), userType)).scimType).toBe('invalidFilter')
    const many = (count: number) => Array.from({ length: count }, () => 'title pr').join(' or ')
    expect(() => parseFilter(many(filterComparisonsMax), userType)).not.toThrow()
    expect(refusal(() => parseFilter(many(filterComparisonsMax + 1), userType)).scimType).toBe('invalidFilter')
    expect(refusal(() => parseFilter(`title eq "${'a'.repeat(filterLengthMax)}"`, userType)).scimType).toBe(
      'invalidFilter',
    )
  })

  it('generated at random is accepted; with random changes it is accepted or refused without another effect', () => {
    const random = generator(7)
    const some = <T>(list: readonly T[]): T => list[random() % list.length] as T
    const comparison = (names: readonly string[]) =>
      some([
        `${some(names)} pr`,
        `${some(names)} ${some(['eq', 'NE', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])} "${some(['', 'a', '\\"', 'é😀', '%_'])}"`,
      ])
    const names = ['userName', 'Name.givenName', 'emails', 'emails.value', 'externalId', `${enterprise}:department`]
    const term = (depth: number): string =>
      some<() => string>([
        () => comparison(names),
        () => `emails[${comparison(['type', 'value', 'display'])} and ${comparison(['type'])}]`,
        () => `emails[${comparison(['type'])}].${comparison(['value', 'display'])}`,
        () => (depth > 2 ? comparison(names) : `not (${series(depth + 1)})`),
        () => (depth > 2 ? comparison(names) : `(${series(depth + 1)})`),
      ])()
    const series = (depth: number): string =>
      Array.from({ length: 1 + (random() % 3) }, () => term(depth)).join(some([' and ', ' OR ']))
    const pieces = [
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      ' ',
      '.',
      ':',
      '__proto__',
      'not',
      'and',
      'null',
      '1e9',
      '\u0000',
      '😀',
    ]
    for (let run = 0; run < 3_000; run += 1) {
      const filter = series(0)
      matches(parseFilter(filter, userType), person)
      const at = random() % filter.length
      const broken = filter.slice(0, at) + some(pieces) + filter.slice(at + (random() % 3))
      for (const type of [userType, groupType]) {
        try {
          matches(parseFilter(broken, type), person)
        } catch (reason) {
          if (!(reason instanceof ScimFailure)) throw new Error(`${JSON.stringify(broken)}: ${String(reason)}`)
        }
      }
    }
  })
})

describe('the path of a PATCH operation', () => {
  it.each([
    ['x', 'x'],
    ['members.value.x', 'members.value.x'],
    ['members[value eq "1"].x', 'members.x'],
    ['x[y eq "]"].z', 'x.z'],
  ])('%s names an unknown attribute', (text, unknown) => {
    expect(parsePatchPath(text, groupType)).toEqual({ unknown })
  })

  it.each([
    ['members', 'members', undefined, false],
    ['Members[Value EQ "1"].display', 'members', 'display', true],
    ['members[value eq "1" or value eq "2"]', 'members', undefined, true],
  ])('%s', (text, attribute, sub, hasFilter) => {
    const found = parsePatchPath(text, groupType)
    if ('unknown' in found) throw new Error(`unknown: ${found.unknown}`)
    const { path, part } = found
    expect([path.attribute.name, path.sub?.name, part !== undefined]).toEqual([attribute, sub, hasFilter])
  })

  it.each([
    '',
    'members[value eq "1"].',
    'members[x eq "1"]',
    'members[',
    'members eq "1"',
    'x eq "1"',
    'x[y eq "1"',
    'x.__proto__',
    'x[y eq "1"].constructor',
  ])('is refused: %s', (text) => {
    expect(refusal(() => parsePatchPath(text, groupType))).toMatchObject({ status: 400, scimType: 'invalidPath' })
  })
})
