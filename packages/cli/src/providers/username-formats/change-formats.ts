import { UsernameFormats, violationsOf, type Violation, type Words } from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** Parses typed formats: comma-separated lists, with or without `@` and `\`. */
export type FormatFlags = {
  readonly email?: readonly string[] | undefined
  readonly windows?: readonly string[] | undefined
  readonly addresses?: readonly string[] | undefined
}

export type Formats = {
  readonly suffixes: readonly string[]
  readonly prefixes: readonly string[]
  /** Absent from servers older than this field. */
  readonly emailDomains?: readonly string[] | undefined
}

/** How the named formats change the stored ones. */
export type FormatChange = 'set' | 'add' | 'remove'

/** The provider's new formats: `set` replaces only the named lists. */
export function wantedFormats(held: Formats, flags: FormatFlags, change: FormatChange): Formats {
  if (flags.email === undefined && flags.windows === undefined && flags.addresses === undefined)
    fail('usage', 'Name formats with --email or --windows.', { hint: `portico username-format ${change} --help` })
  const [email, windows] = [flags.email && listed(flags.email, /^@/), flags.windows && listed(flags.windows, /\\$/)]
  const addresses = flags.addresses && listed(flags.addresses, /^@/)
  const { emailDomains = [] } = held
  return {
    emailDomains: addresses === undefined ? emailDomains : changed(emailDomains, addresses, change, '--addresses'),
    suffixes: email === undefined ? held.suffixes : changed(held.suffixes, email, change, '--email'),
    prefixes: windows === undefined ? held.prefixes : changed(held.prefixes, windows, change, '--windows'),
  }
}

/** Fails on invalid formats in the flags before any call. */
export function requireValidFlags(flags: FormatFlags, words: Words): void {
  const named = wantedFormats({ suffixes: [], prefixes: [], emailDomains: [] }, flags, 'set')
  requireValidFormats(named, violationsOf(UsernameFormats, named), words)
}

/** Fails with each format that violates a rule of core, by its value. */
export function requireValidFormats(formats: Formats, violations: readonly Violation[], words: Words): void {
  if (violations.length === 0) return
  fail('validation', 'Some formats are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: violations.map(({ errorID, fieldID }) => ({
      errorID,
      fieldID,
      errorMessage: `${valueOf(fieldID, formats)}${words.find(errorID) ?? errorID}`,
    })),
  })
}

function valueOf(fieldID: string, body: Formats): string {
  const [list = '', at] = fieldID.split('.')
  const value = at === undefined ? undefined : body[list as keyof Formats]?.[Number(at)]
  return value === undefined ? '' : `${value}: `
}

function listed(texts: readonly string[], sign: RegExp): string[] {
  const values = texts.flatMap((text) => text.split(','))
  return [
    ...new Set(values.map((value) => value.trim().replace(sign, '').toLowerCase()).filter((value) => value !== '')),
  ]
}

function changed(held: readonly string[], named: readonly string[], change: FormatChange, flag: string): string[] {
  if (change === 'set') return [...named]
  if (change === 'add') return [...new Set([...held, ...named])]
  const unknown = named.filter((value) => !held.includes(value))
  if (unknown.length > 0)
    fail(
      'not-found',
      phrase`The identity provider does not have ${unknown.join(', ')}. ${held.length === 0 ? phrase`It has nothing for ${flag}.` : phrase`It has: ${held.join(', ')}.`}`,
      {
        errorID: 'NOT_FOUND',
        hint: 'portico username-format list',
      },
    )
  return held.filter((value) => !named.includes(value))
}
