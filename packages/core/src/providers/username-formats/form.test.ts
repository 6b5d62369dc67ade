import { describe, expect, test } from 'vitest'

import { createFormatsForm, formatAt, formatChangesOf } from './form.ts'
import { formatText, type FormatKind } from '../identity-providers/format-text.ts'
import { formatsMax } from './rules.ts'

const start = { suffixes: ['acme.example'], prefixes: ['acme'], emailDomains: ['mail.example'] }

test.each<[FormatKind, string, string]>([
  ['suffixes', ' @Mail.ACME.example ', 'mail.acme.example'],
  ['prefixes', ' CORP\\ ', 'corp'],
  ['emailDomains', ' @Post.ACME.example ', 'post.acme.example'],
])('%s: %j is taken as %s', (kind, text, value) => {
  const form = createFormatsForm(start)
  expect(form.add(kind, text)).toBeUndefined()
  expect(form.getState()[kind]).toContain(value)
})

test.each<[FormatKind, string, string]>([
  ['suffixes', '', 'REQUIRED'],
  ['suffixes', 'acme', 'EMAIL_DOMAIN_SHAPE'],
  ['suffixes', '@ACME.example', 'FORMAT_TWICE'],
  ['prefixes', 'ACME\\', 'FORMAT_TWICE'],
  ['prefixes', 'two words', 'WINDOWS_DOMAIN_SHAPE'],
  ['emailDomains', 'mail.example', 'FORMAT_TWICE'],
  ['emailDomains', 'mail', 'EMAIL_DOMAIN_SHAPE'],
])('%s: %j is refused with %s', (kind, text, errorID) => {
  const form = createFormatsForm(start)
  expect(form.add(kind, text)).toBe(errorID)
  expect(form.getState()[kind]).toEqual(start[kind])
})

test('no more than the limit', () => {
  const form = createFormatsForm({
    suffixes: Array.from({ length: formatsMax }, (_, n) => `a${n}.example`),
    prefixes: [],
  })
  expect(form.add('suffixes', 'one.more.example')).toBe('TOO_MANY_FORMATS')
  expect(form.getState().suffixes).toHaveLength(formatsMax)
})

describe('changes', () => {
  test('are named by kind; undoing one leaves none', () => {
    const form = createFormatsForm(start)
    form.remove('suffixes', 'acme.example')
    form.add('suffixes', 'acme.test')
    expect(formatChangesOf(form.getState())).toEqual([
      { kind: 'suffixes', removed: ['acme.example'], added: ['acme.test'] },
    ])
    form.remove('suffixes', 'acme.test')
    form.add('suffixes', 'acme.example')
    expect(formatChangesOf(form.getState())).toEqual([])
  })

  test('stay on top of a newer version', () => {
    const form = createFormatsForm(start)
    form.remove('prefixes', 'acme')
    form.add('suffixes', 'mine.example')
    form.readAgain({ suffixes: ['acme.example', 'theirs.example'], prefixes: ['acme', 'corp'] })
    expect(form.getState()).toMatchObject({
      suffixes: ['acme.example', 'mine.example', 'theirs.example'],
      prefixes: ['corp'],
    })
  })
})

test('a problem of the server is matched to its value, and a value to its notation', () => {
  const state = createFormatsForm(start).getState()
  expect([formatAt(state, 'suffixes.0'), formatAt(state, 'prefixes.0'), formatAt(state, 'name')]).toEqual([
    'acme.example',
    'acme',
    undefined,
  ])
  expect([formatText('suffixes', 'acme.example'), formatText('prefixes', 'acme')]).toEqual(['@acme.example', 'ACME\\'])
})
