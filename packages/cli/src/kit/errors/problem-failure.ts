import type { Problem, Violation, Words } from '@portico/core'

import { failureKindOf } from './exit-codes.ts'
import { fail, type Failure, type FailureKind } from './failure.ts'

/** Converts a failed call to a command's failure, with a hint. */
export function failureOf(problem: Problem): Failure {
  const kind = failureKindOf(problem)
  const isStale = problem.kind === 'expected' && problem.status === 412
  return {
    kind,
    message: isStale ? `${problem.errorMessage} Read it again, then repeat the command.` : problem.errorMessage,
    errorID: problem.kind === 'expected' ? problem.errorID : undefined,
    details: problem.kind === 'expected' ? problem.details : undefined,
    hint: hintOf(kind, problem),
    requestID: problem.requestID,
  }
}

/** Hints by the server's error id. */
const hints: Readonly<Record<string, string>> = {
  IDP_PRIMARY: 'portico idp list --columns name,primary,id',
  IDP_SIGNED_IN_WITH: 'portico whoami',
  GROUP_UNKNOWN: 'portico group list',
  FORMAT_TAKEN: 'portico username-format list',
  PERSON_ONLY: 'portico login',
  CSRF: 'portico login',
  SECURITY_ADMIN_REQUIRED: 'portico whoami',
  SUPPORT_REQUIRED: 'portico whoami',
  EXTENSION_USED: 'portico idp update PROVIDER --set signingCertificate2=@FILE',
}

function hintOf(kind: FailureKind, problem: Problem): string | undefined {
  if (kind === 'sign-in') return 'portico login'
  if (kind === 'network') return 'portico config explain server'
  if (problem.kind !== 'expected') return undefined
  const errorID = problem.details[0]?.errorID ?? problem.errorID ?? ''
  return hints[errorID] ?? hints[problem.errorID ?? '']
}

/** Fails with all violations of core's rules, before anything is sent. */
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
