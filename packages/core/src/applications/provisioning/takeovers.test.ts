import { expect, it } from 'vitest'

import { englishMessages } from '../../kit/words/compiled/english.ts'
import { allTranslated } from '../../kit/words/translations.ts'
import { createWords } from '../../kit/words/words.ts'
import type { Takeover } from './takeover-contract.ts'
import { approvalQuestion } from './takeovers.ts'

const account = {
  id: '77',
  name: 'bob',
  displayName: 'The owner',
  externalId: null,
  createdAt: '2020-02-03T12:00:00Z',
  modifiedAt: null,
}
const bob: Takeover = {
  kind: 'person',
  id: 'p',
  name: 'bob@acme.example',
  displayName: 'Bob',
  provider: 'Partners',
  obstacle: 'approval',
  account,
  foundAt: '2026-11-20T12:00:00Z',
  approvedAt: null,
}
const staff: Takeover = {
  ...bob,
  kind: 'group',
  name: 'staff',
  displayName: null,
  account: { ...account, id: '9', name: 'staff', displayName: null, createdAt: null },
}
const place = { application: 'Billing', environment: 'Production' }
const ask = (rows: readonly Takeover[], words = createWords('en', englishMessages)) =>
  approvalQuestion(rows, place, words)

it('the question about one person names who gets whose account, and since when it exists', () => {
  expect(ask([bob])).toBe(
    'The person Bob (bob@acme.example) of Partners will take over an existing account of Billing in Production: The owner (bob, 77). It has existed there since February 3, 2020. The person gets everything that is in the account, and this cannot be undone. Approve?',
  )
})

it('the question about one group says when it was found, where the application does not say since when it exists', () => {
  expect(ask([staff])).toBe(
    'The group staff of Partners will take over an existing group of Billing in Production: staff (9). Portico found it there on November 20, 2026. This cannot be undone. Approve?',
  )
})

it('the question about several counts them by identity provider', () => {
  expect(ask([bob, staff])).toMatch(
    /^2 people and groups will take over existing accounts of Billing in Production\. Identity providers: Partners \(2\)\./,
  )
})

it.each([
  [
    'de',
    'Die Person Bob (bob@acme.example) von Partners übernimmt ein vorhandenes Konto von Billing in Production: The owner (bob, 77). Dort vorhanden seit: 3. Februar 2020.',
  ],
  [
    'ar',
    'سيتولّى الشخص Bob (bob@acme.example) من Partners حسابًا موجودًا في Billing ضمن Production: The owner (bob, 77). موجود هناك منذ',
  ],
] as const)('the question about one person has a translation: %s', async (language, begins) => {
  expect(ask([bob], createWords(language, await allTranslated(language))).startsWith(begins)).toBe(true)
})
