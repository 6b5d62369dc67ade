import { expect, test } from 'vitest'

import { flagOf, shellFlag, shellQuoted } from './shell-text.ts'

test.each([
  ['plain', 'plain'],
  ['a@b.example:8080/x,y=z%+_-', 'a@b.example:8080/x,y=z%+_-'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", String.raw`'it'\''s'`],
  ['$(reboot)', "'$(reboot)'"],
  ['`reboot`; reboot', "'`reboot`; reboot'"],
  ['a\nb', "'a\nb'"],
  ['~', "'~'"],
])('%j is one word of the shell: %s', (value, word) => {
  expect(shellQuoted(value)).toBe(word)
})

test('a value that begins with a dash is not read as a flag', () => {
  expect([shellFlag('name', 'plain'), shellFlag('name', '-x'), shellFlag('name', "-'")]).toEqual([
    '--name plain',
    '--name=-x',
    String.raw`--name='-'\'''`,
  ])
})

test('the flag of a field has dashes', () => {
  expect([flagOf('name'), flagOf('displayName')]).toEqual(['name', 'display-name'])
})
