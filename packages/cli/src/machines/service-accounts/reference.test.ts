import { expect, test } from 'vitest'

import { splitReference } from './reference.ts'

const billing = 'urn:portico:acme:application:billing'
const archive = `${billing}:archive`

test.each<[string, string[], string]>([
  [billing, [billing], ''],
  [`${billing}:reader`, [billing], 'reader'],
  [archive, [archive], ''],
  [`${archive}:reader`, [archive], 'reader'],
  [billing.toUpperCase(), [billing], ''],
  ['urn:portico:acme:application:bill', [], ''],
])('%s names %j with the role %j: the longest URN wins over a role', (reference, matches, rest) => {
  expect(splitReference(reference, [billing, archive], (urn) => [urn])).toEqual({ matches, rest })
})
