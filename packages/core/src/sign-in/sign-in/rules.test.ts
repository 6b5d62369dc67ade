import { describe, expect, test } from 'vitest'

import { asciiDomain, partsOfUsername, plainWindowsDomain, usernameLengthMax, usernameViolation } from './rules.ts'

describe('a username', () => {
  test.each([
    ['ada@acme.example', { kind: 'suffix', local: 'ada', domain: 'acme.example' }],
    ['Ada.O+x@Mail.Acme.Example', { kind: 'suffix', local: 'Ada.O+x', domain: 'mail.acme.example' }],
    ['ACME\\ada', { kind: 'prefix', local: 'ada', domain: 'acme' }],
    // The last @ counts: the domain decides which company the person signs in to.
    ['a@b@acme.example', { kind: 'suffix', local: 'a@b', domain: 'acme.example' }],
    ['ada@globex.example@acme.example', { kind: 'suffix', local: 'ada@globex.example', domain: 'acme.example' }],
    [' ada@acme.example ', { kind: 'suffix', local: 'ada', domain: 'acme.example' }],
  ])('%j has one domain', (username, parts) => expect(partsOfUsername(username)).toEqual(parts))

  test.each([
    ['with both separators', 'ACME\\ada@globex.example'],
    ['with both separators the other way round', 'ada@globex.example\\ada'],
    ['with two Windows domains', 'ACME\\GLOBEX\\ada'],
    ['without a domain', 'ada'],
    ['without a name', '@acme.example'],
    ['without a name in a Windows domain', 'ACME\\'],
    ['without a Windows domain', '\\ada'],
    ['with a domain of one label', 'ada@localhost'],
    ['with a space', 'a da@acme.example'],
    ['with a character that is not seen', 'ad\u200ba@acme.example'],
    ['with an unpaired surrogate', 'ad\ud83da@acme.example'],
    ['that is too long', `${'a'.repeat(usernameLengthMax)}@acme.example`],
  ])('%s is rejected', (_, username) => {
    expect(partsOfUsername(username)).toBeUndefined()
    expect(usernameViolation(username)).toEqual({ errorID: 'USERNAME_SHAPE', fieldID: '' })
  })

  test('that is missing has its own sentence', () => {
    expect(usernameViolation('  ')).toEqual({ errorID: 'USERNAME_REQUIRED', fieldID: '' })
  })
})

describe('spellings of one domain', () => {
  test.each([
    ['Acme.Example', 'acme.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['हिन्दी.भारत', 'xn--j2bd4cyah0f.xn--h2brj9c'],
    ['ａcme.example', 'acme.example'],
  ])('%s is %s', (typed, ascii) => expect(asciiDomain(typed)).toBe(ascii))

  test.each([
    'acme',
    'acme..example',
    '-acme.example',
    '\u0308acme.example',
    'acme.-example',
    'acme.example/x',
    'acme.example:80',
    'a b.example',
    '',
  ])('%j is not a domain', (typed) => expect(asciiDomain(typed)).toBeUndefined())

  test('a Windows domain is compared in lower case and usual width', () => {
    expect(plainWindowsDomain('ＡCME')).toBe('acme')
  })
})
