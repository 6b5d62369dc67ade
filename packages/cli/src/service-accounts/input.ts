import { ServiceAccountInput, violationsOf, type ServiceAccount, type Violation, type Words } from '@portico/core'

import { fail } from '../errors/failure.ts'

/** Name and keys as given; an empty key counts as absent. */
export type Intended = { readonly name: string; readonly key1?: string | undefined; readonly key2?: string | undefined }

/** The body to send: trimmed, only present keys, each with its algorithm (spec section 5). */
export function bodyOf({ name, key1, key2 }: Intended): ServiceAccountInput {
  return {
    name: name.trim(),
    ...(key1?.trim() ? { key1: key1.trim(), key1Algorithm: 'RSA' as const } : {}),
    ...(key2?.trim() ? { key2: key2.trim(), key2Algorithm: 'RSA' as const } : {}),
  }
}

/** Fails with all violations of core's rules, before anything is sent. */
export function requireValid(body: ServiceAccountInput, words: Words): void {
  requireNoViolations(violationsOf(ServiceAccountInput, body), words)
}

export function requireNoViolations(violations: readonly Violation[], words: Words): void {
  if (violations.length === 0) return
  fail('validation', 'Some values are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: violations.map(({ errorID, fieldID }) => ({
      errorID,
      fieldID,
      errorMessage: words.find(errorID) ?? errorID,
    })),
  })
}

export function intendedOf({ name, key1, key2 }: ServiceAccount): Intended {
  return { name, key1, key2 }
}
