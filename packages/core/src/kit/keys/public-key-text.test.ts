import * as v from 'valibot'
import { expect, test } from 'vitest'

import { fileBytesMax } from '../limits.ts'
import { publicKeyText } from './public-key-text.ts'

const schema = publicKeyText({ tooLong: 'LONG', isPrivate: 'PRIVATE' })
const read = (text: string) => v.safeParse(schema, text)
const issues = (text: string) => read(text).issues?.map(({ message }) => message)
const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`

test('only the block remains of a text around it; a text without a block is trimmed', () => {
  expect(read(` subject=x\n${block('PUBLIC KEY', 'AAAA')}\n`).output).toBe(block('PUBLIC KEY', 'AAAA'))
  expect(read(' nothing \n').output).toBe('nothing')
})

test.each([
  ['a private key', block('PRIVATE KEY', 'AAAA'), 'PRIVATE'],
  ['two different keys', `${block('PUBLIC KEY', 'AAAA')}\n${block('PUBLIC KEY', 'BBBB')}`, 'KEY_SEVERAL'],
  ['a text that is too long', 'x'.repeat(fileBytesMax + 1), 'LONG'],
])('%s is refused', (_, text, issue) => expect(issues(text)).toEqual([issue]))
