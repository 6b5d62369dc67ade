import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { endpoints } from '../../app/contract.ts'
import { partsOfUsername } from '../../sign-in/sign-in/rules.ts'
import { hasInvisible, nameOf, withoutInvisible } from './names.ts'

const legal: readonly (readonly [string, string])[] = [
  ['Persian with a non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Sinhala with a joiner', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Hindi with a joiner', '\u0915\u094d\u200d\u0937'],
  ['Arabic with marks', '\u0627\u0644\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f'],
  ['Japanese with a wide space', '\u5c71\u7530\u3000\u592a\u90ce'],
  ['an emoji of three', 'Team \u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['an emoji in colour', '\u2764\ufe0f\u200d\u{1f525} and \u26a0\ufe0f'],
  ['a keycap', 'Gate 1\ufe0f\u20e3'],
  ['flags', '\u{1f1e9}\u{1f1ea} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
]

const illegal: readonly (readonly [string, string, string])[] = [
  ['an override of direction', '\u202erotiduA', 'rotiduA'],
  ['an isolate', 'Audit\u2066or\u2069', 'Auditor'],
  ['a mark of direction', '\u200fAuditor', 'Auditor'],
  ['a space without width', 'Audit\u200bor', 'Auditor'],
  ['a joiner between Latin letters', 'Aud\u200ditor', 'Auditor'],
  ['a non-joiner between Han characters', '\u7ba1\u200c\u7406', '\u7ba1\u7406'],
  ['a joiner at the end', 'Auditor\u200c', 'Auditor'],
  ['a soft hyphen', 'Audit\u00ador', 'Auditor'],
  ['a Hangul filler', 'Audit\u3164or', 'Auditor'],
  ['a Hangul filler of half width', 'Audit\uffa0or', 'Auditor'],
  ['a Hangul initial filler', 'Audit\u115for', 'Auditor'],
  ['a Braille blank', 'Audit\u2800or', 'Auditor'],
  ['a variation selector after a letter', 'Auditor\ufe0f', 'Auditor'],
  ['a variation selector after a digit', 'Billing 1\ufe0f', 'Billing 1'],
  ['two variation selectors after an emoji', '\u26a0\ufe0f\ufe0f', '\u26a0\ufe0f'],
  ['a selector of the supplement', 'Auditor\u{e0100}', 'Auditor'],
  ['tags after a letter', 'Auditor\u{e0067}\u{e007f}', 'Auditor'],
  ['more than six tags', `\u{1f3f4}${'\u{e0067}'.repeat(9)}`, `\u{1f3f4}${'\u{e0067}'.repeat(7)}`],
  ['a grapheme joiner', 'Audit\u034for', 'Auditor'],
  ['a byte order mark', 'Audit\ufeffor', 'Auditor'],
]

describe('a name', () => {
  test.each(legal)('may have %s', (_, name) => {
    expect(hasInvisible(name)).toBe(false)
    expect(withoutInvisible(name)).toBe(name)
    expect(v.safeParse(nameOf(128), name).success).toBe(true)
  })

  test.each(illegal)('that is typed must not have %s; one that was sent is shown without', (_, name, shown) => {
    expect(errorIds(nameOf(128), name)).toEqual(['TEXT_CHARACTERS'])
    expect(withoutInvisible(name)).toBe(shown)
  })

  test('with a control character and an invisible one has one violation', () => {
    expect(errorIds(nameOf(128), '\u202ea\u0007')).toEqual(['TEXT_CHARACTERS'])
  })
})

test.each(illegal)('a username must not have %s', (_, name) => {
  expect(partsOfUsername('ada@acme.example')).toBeDefined()
  expect(partsOfUsername(`${name}@acme.example`)).toBeUndefined()
})

test('each name that the API takes follows the rule', () => {
  const fields = endpoints.flatMap((one) => (one.body === undefined ? [] : fieldsOf(one.body, one.name)))
  // Dependencies may be sent back as they were read; their names are not stored.
  const names = fields.filter(
    ([path]) => /\.(?:name|label|nickname)$/.test(path) && !path.startsWith('saveDependencies.'),
  )
  expect(names.map(([path]) => path)).toContain('updateEnvironment.name')
  expect(names.filter(([, schema]) => v.safeParse(schema, 'Audit\u3164or').success).map(([path]) => path)).toEqual([])
})

function errorIds(schema: v.GenericSchema, value: string): string[] {
  return v.safeParse(schema, value).issues?.map(({ message }) => message) ?? []
}

type Parts = { wrapped?: unknown; entries?: Record<string, unknown>; item?: unknown; options?: readonly unknown[] }

/** Each text in a schema with its path. */
function fieldsOf(schema: unknown, path: string): readonly (readonly [string, v.GenericSchema])[] {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return []
  if (schema.type === 'string') return [[path, schema as unknown as v.GenericSchema]]
  const { wrapped, entries = {}, item, options = [] } = schema as Parts
  return [
    ...fieldsOf(wrapped, path),
    ...Object.entries(entries).flatMap(([key, inner]) => fieldsOf(inner, `${path}.${key}`)),
    ...fieldsOf(item, path),
    ...options.flatMap((option) => fieldsOf(option, path)),
  ]
}
