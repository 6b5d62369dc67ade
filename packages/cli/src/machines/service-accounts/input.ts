import { inputOf, ServiceAccountInput, valuesOf, violationsOf, type FieldName, type Words } from '@portico/core'

import { requireNoViolations } from '../../kit/errors/problem-failure.ts'

/** Fields as given; an empty key counts as absent. */
export type Intended = { readonly [Name in FieldName]?: string | undefined }

/** The body to send; `requireValid` says whether it may be sent. */
export function bodyOf(intended: Intended): ServiceAccountInput {
  return inputOf(valuesOf(intended)) as ServiceAccountInput
}

/** As `requireNoViolations`, for the body of an account. */
export function requireValid(body: ServiceAccountInput, words: Words): void {
  requireNoViolations(violationsOf(ServiceAccountInput, body), words)
}
