import { expect, test } from 'vitest'

import { checkVersion, etagOf, versionOfContent } from './etag.ts'
import { Failure } from './failure.ts'

const check = (ifMatch: string | undefined) => () => checkVersion(ifMatch, 7, 'webhook', 'w1')

test.each([[undefined], ['*'], [' * '], ['"7"'], ['"6", "7"'], ['"6","7"']])(
  'a change with If-Match: %s is made to version 7',
  (ifMatch) => {
    expect(check(ifMatch)).not.toThrow()
  },
)

test.each([['"6"'], ['"8"'], ['7'], ['W/"7"'], [''], ['"6", "8"'], ['"77"']])(
  'a change with If-Match: %s is stale for version 7',
  (ifMatch) => {
    expect(check(ifMatch)).toThrow(
      expect.objectContaining({ status: 412, errorID: 'STALE', constructor: Failure }) as Error,
    )
  },
)

test('an object without a version column has another ETag as soon as its content differs', () => {
  const [before, same, after] = [{ a: 1 }, { a: 1 }, { a: 2 }].map((content) => etagOf(versionOfContent(content)))
  expect(same).toBe(before)
  expect(after).not.toBe(before)
  expect(before).toMatch(/^"[\w-]{43}"$/)
})
