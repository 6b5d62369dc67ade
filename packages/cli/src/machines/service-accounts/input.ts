import {
  inputOf,
  ServiceAccountInput,
  valuesOf,
  violationsOf,
  type FieldName,
  type Violation,
  type Words,
} from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'

/** Fields as given; an empty key counts as absent. */
export type Intended = { readonly [Name in FieldName]?: string | undefined }

/** The body to send; `requireValid` says whether it may be sent. */
export function bodyOf(intended: Intended): ServiceAccountInput {
  return inputOf(valuesOf(intended)) as ServiceAccountInput
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
