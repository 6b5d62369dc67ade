import { type LintFinding, type UsernameFormats, type WordId } from '@portico/core/contract'

import type { PassedTest } from '../drafts/passed-test.ts'
import type { IdentityProvider } from '../queries.ts'
import { say } from '../../../kit/words/say.ts'

type CodeOf<Id> = Id extends `lint.${infer Code}.todo` ? Code : never
/** Everything that has a sentence and one of what to do. */
export type LintCode = CodeOf<WordId>

/** One thing that was found, before it is put into words. */
export type Found = {
  readonly severity: LintFinding['severity']
  readonly code: LintCode
  readonly fieldID: string | null
  readonly values?: Readonly<Record<string, string | number>>
}

/** A provider and what surrounds it. */
export type LintSubject = {
  readonly provider: IdentityProvider
  readonly enabled: boolean
  /** undefined: it is not saved yet. */
  readonly formats: UsernameFormats | undefined
  /** Whether one of its groups is mapped to anything; undefined: it is not saved yet. */
  readonly hasMappedGroups: boolean | undefined
  /** The tenant's other providers. */
  readonly others: readonly { readonly name: string; readonly config: Readonly<Record<string, unknown>> }[]
  /** Fingerprints of certificates that are authorised beyond their end, with the new one. */
  readonly extendedUntil: ReadonlyMap<string, Date>
  /** Who passed the latest test login of exactly this configuration; undefined: there is none. */
  readonly tested: PassedTest | undefined
  readonly nowMs: number
}

const order = ['error', 'warning', 'note']

/** In words, what fails first. */
export function worded(found: readonly Found[]): LintFinding[] {
  return found
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(({ severity, code, fieldID, values }) => ({
      severity,
      code,
      message: say(`lint.${code}`, values),
      todo: say(`lint.${code}.todo`, values),
      fieldID,
    }))
}

export function found(
  severity: Found['severity'],
  code: LintCode,
  field: string | null = null,
  values?: Found['values'],
): Found {
  const fieldID = field === null ? null : `config.${field}`
  return { severity, code, fieldID, ...(values === undefined ? {} : { values }) }
}

/** `list.flatMap` over conditions: what holds is found. */
export function when(holds: boolean, one: () => Found): Found[] {
  return holds ? [one()] : []
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
