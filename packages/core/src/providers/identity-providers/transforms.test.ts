import { describe, expect, it } from 'vitest'
import * as v from 'valibot'

import { configFieldsOf } from './config-fields.ts'
import { configOfValues, valuesOfConfig } from './config-values.ts'
import { nameInDn } from './distinguished-name.ts'
import { linesOfTransforms, transformsOfLines } from './transform-lines.ts'
import { GroupTransforms, transformedLengthMax, UsernameTransforms, type NameTransform } from './transform-rules.ts'
import { namesInText, nameTransformer, type Pattern, type ReadPattern } from './transforms.ts'

/** The platform's engine in place of the server's, with the same matches for these patterns. */
const readPattern: ReadPattern = (pattern): Pattern => {
  const compiled = new RegExp(pattern, 'gu')
  return (text) =>
    [...text.matchAll(compiled)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      groups: [...match].map((group) => (group as string | undefined) ?? null),
    }))
}

function transformed(name: string, ...transforms: NameTransform[]): string | null {
  return nameTransformer(transforms, readPattern)(name).after
}

describe('a transform', () => {
  it.each<[string, NameTransform, string | null]>([
    ['portal-finance', { kind: 'strip-prefix', text: 'portal-' }, 'finance'],
    ['finance', { kind: 'strip-prefix', text: 'portal-' }, 'finance'],
    ['portal-portal-x', { kind: 'strip-prefix', text: 'portal-' }, 'portal-x'],
    ['portal-', { kind: 'strip-prefix', text: 'portal-' }, null],
    ['Finance (External)', { kind: 'strip-suffix', text: ' (External)' }, 'Finance'],
    ['Ada@Corp.Example', { kind: 'lower-case' }, 'ada@corp.example'],
    ['/sales/finance', { kind: 'path-end' }, 'finance'],
    ['/sales/finance/', { kind: 'path-end' }, 'finance'],
    ['finance', { kind: 'path-end' }, 'finance'],
    ['/', { kind: 'path-end' }, null],
    ['CN=Finance,OU=Groups,DC=corp', { kind: 'dn-name' }, 'Finance'],
    ['Finance', { kind: 'dn-name' }, 'Finance'],
    [
      'ada@corp.example',
      { kind: 'replace', pattern: '^(.*)@(.*)$', replacement: '$2\\$1 costs $$0' },
      'corp.example\\ada costs $0',
    ],
    ['a.b.c', { kind: 'replace', pattern: '\\.', replacement: '' }, 'abc'],
    ['ab', { kind: 'replace', pattern: '(a)|(b)', replacement: '[$1$2$3]' }, '[a][b]'],
    ['portal-x', { kind: 'keep', pattern: '^portal-' }, 'portal-x'],
    ['x', { kind: 'keep', pattern: '^portal-' }, null],
  ])('of %j by %j gives %j', (name, transform, expected) => {
    expect(transformed(name, transform)).toBe(expected)
  })

  it('gets what the one before made, and the steps say so', () => {
    const list: NameTransform[] = [
      { kind: 'path-end' },
      { kind: 'keep', pattern: '^p-' },
      { kind: 'strip-prefix', text: 'p-' },
    ]
    const transform = nameTransformer(list, readPattern)
    expect(transform('/a/p-x')).toMatchObject({
      before: '/a/p-x',
      after: 'x',
      steps: [{ after: 'p-x' }, { after: 'p-x' }, { after: 'x' }],
    })
    expect(transform('/a/q-x')).toMatchObject({ after: null, steps: [{ after: 'q-x' }, { after: null }] })
  })

  it('that makes a name longer than the limit drops it without building it', () => {
    const long = 'x'.repeat(transformedLengthMax)
    expect(transformed(long, { kind: 'replace', pattern: 'x', replacement: '$0$0'.repeat(50) })).toBeNull()
    expect(transformed(long, { kind: 'lower-case' })).toBe(long)
    expect(transformed(`${long}x`, { kind: 'lower-case' })).toBeNull()
  })
})

describe('the name in a distinguished name', () => {
  it.each([
    ['CN=Finance', 'Finance'],
    ['CN=Sales\\, EU,OU=Groups', 'Sales, EU'],
    ['cn=Finance, ou=Groups, dc=corp', 'Finance'],
    ['CN=Finance+UID=7,OU=Groups', 'Finance'],
    ['2.5.4.3=Finance,DC=corp', 'Finance'],
    ['CN=Lu\\C4\\8Di\\C4\\87', 'Lučić'],
    ['CN=a\\=b\\+c\\"d\\\\e\\;f\\<g\\>h\\#i', 'a=b+c"d\\e;f<g>h#i'],
    ['CN=\\ x\\ ,DC=corp', ' x '],
    ['CN=a=b,DC=corp', 'a=b'],
    ['CN=,DC=corp', ''],
  ])('%s is %j', (text, name) => {
    expect(nameInDn(text)).toBe(name)
  })

  it.each([
    'Finance',
    '/finance',
    'CN=#04024869',
    'CN="a,b"',
    'CN=a\\',
    'CN=a\\xb',
    'CN=\\C4',
    'Finance,CN=a',
    'CN=a,',
    '=a',
    '',
  ])('%j is not read as one', (text) => {
    expect(nameInDn(text)).toBeUndefined()
  })
})

/** The same sequence at every run (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  const text = (signs: string, max: number) =>
    Array.from({ length: 1 + next(max) }, () => [...signs][next([...signs].length)]).join('')
  return { next, text }
}

const signs = 'aBc/ |,;:!#%~@\\$&=()[]{}.*"\'-_é😀'

describe('split', () => {
  const split = (text: string): NameTransform => ({ kind: 'split', text })

  it.each<[string, NameTransform[], string[]]>([
    ['finance, sales,,', [split(',')], ['finance', 'sales']],
    ['a;b,c', [split(';'), { kind: 'lower-case' }], ['a', 'b,c']],
    ['a.b', [split('.')], ['a', 'b']],
    ['a b', [{ kind: 'lower-case' }], ['a b']],
    ['a', [split(',')], ['a']],
    [' , ', [split(',')], []],
  ])('of %j by %j gives %j', (text, transforms, expected) => {
    expect(namesInText(text, transforms)).toEqual(expected)
  })

  it('leaves the parts as they are to the other transforms', () => {
    expect(transformed('a,B', split(','), { kind: 'lower-case' })).toBe('a,b')
  })

  it('is only for groups, and only first', () => {
    const last = [{ kind: 'lower-case' }, split(',')]
    const issues = (schema: typeof GroupTransforms, list: unknown) => v.safeParse(schema, list).issues?.[0].message
    expect(issues(GroupTransforms, [split(','), { kind: 'lower-case' }])).toBeUndefined()
    expect(issues(GroupTransforms, last)).toBe('TRANSFORM_SPLIT')
    expect(issues(UsernameTransforms, [split(',')])).toBe('TRANSFORM_SPLIT')
  })
})

function randomTransform({ next, text }: ReturnType<typeof createRandom>): NameTransform {
  const some = () => text(signs, 12)
  const replacement = () => some().replaceAll('$', '$$$$')
  const all: (() => NameTransform)[] = [
    () => ({ kind: 'strip-prefix', text: some() }),
    () => ({ kind: 'strip-suffix', text: some() }),
    () => ({ kind: 'replace', pattern: some(), replacement: next(4) === 0 ? '' : replacement() }),
    () => ({ kind: 'lower-case' }),
    () => ({ kind: 'path-end' }),
    () => ({ kind: 'dn-name' }),
    () => ({ kind: 'keep', pattern: some() }),
  ]
  return (all[next(all.length)] as () => NameTransform)()
}

describe('for any list of transforms', () => {
  const random = createRandom(11)
  const lists = Array.from({ length: 2000 }, (): NameTransform[] => [
    ...(random.next(4) === 0 ? [{ kind: 'split', text: random.text(signs, 3) } as const] : []),
    ...Array.from({ length: random.next(6) }, () => randomTransform(random)),
  ])

  it('its lines are read back as the same list, also through a form', () => {
    const [field] = configFieldsOf('OIDC').filter(({ kind }) => kind === 'transforms')
    for (const list of lists) {
      expect(transformsOfLines(linesOfTransforms(list))).toEqual(list)
      expect(v.parse(GroupTransforms, list)).toEqual(list)
      const name = field?.name ?? ''
      const config = configOfValues('OIDC', valuesOfConfig('OIDC', { [name]: list }))
      expect(config[name] ?? []).toEqual(list)
    }
  })

  it('a transformed name is the last step, not blank and not too long, and is the same the next time', () => {
    const literal: ReadPattern = (pattern) => readPattern(pattern.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    for (const list of lists) {
      const transform = nameTransformer(list, literal)
      const name = random.text(signs, 30)
      const { before, after, steps } = transform(name)
      expect(before).toBe(name)
      if (name.trim() !== '') expect(after).toBe(steps.length === 0 ? name : steps.at(-1)?.after)
      if (after !== null) expect([after.trim() === '', after.length > transformedLengthMax]).toEqual([false, false])
      expect(transform(name)).toEqual({ before, after, steps })
    }
  })
})

it.each([
  ['a line without a known kind', 'upper-case', 'TRANSFORM_KIND'],
  ['a prefix without a text', 'strip-prefix ', 'TRANSFORM_TEXT_REQUIRED'],
  ['a replacement without delimiters', 'replace a b', 'TRANSFORM_KIND'],
  ['a replacement with a lonely dollar sign', 'replace /a/$/', 'TRANSFORM_REPLACEMENT'],
  ['a long pattern', `keep ${'a'.repeat(201)}`, 'TRANSFORM_TOO_LONG'],
  ['eleven transforms', Array.from({ length: 11 }, () => 'lower-case').join('\n'), 'TRANSFORMS_TOO_MANY'],
])('%s is refused', (_, lines, errorID) => {
  expect(v.safeParse(GroupTransforms, transformsOfLines(lines)).issues?.map(({ message }) => message)).toEqual([
    errorID,
  ])
})
