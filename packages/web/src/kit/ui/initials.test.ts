import { expect, test } from 'vitest'

import { initialsOf } from './initials.ts'

test.each([
  ['Expense Reports', 'ER'],
  ['Payroll', 'Pa'],
  ['time & attendance', 'TA'],
  ['  ', '?'],
  ['', '?'],
  ['X', 'X'],
  ['Élan vital', 'ÉV'],
  ['e\u0301tude', 'É'.normalize('NFD') + 't'],
  ['人事 管理', '人管'],
  ['@#!', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
