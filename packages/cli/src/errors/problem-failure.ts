import type { Problem } from '@portico/core'

import { failureKindOf } from './exit-codes.ts'
import type { Failure, FailureKind } from './failure.ts'

/** A failed call as a command's failure, with what to do about it. */
export function failureOf(problem: Problem): Failure {
  const kind = failureKindOf(problem)
  return {
    kind,
    message: problem.errorMessage,
    errorID: problem.kind === 'expected' ? problem.errorID : undefined,
    details: problem.kind === 'expected' ? problem.details : undefined,
    hint: hintOf(kind, problem),
    requestID: problem.requestID,
  }
}

function hintOf(kind: FailureKind, problem: Problem): string | undefined {
  if (kind === 'sign-in') return 'portico login'
  if (kind === 'network') return 'portico config explain server'
  if (problem.kind === 'expected' && problem.status === 412) return 'Read it again, then repeat the command.'
  return undefined
}
