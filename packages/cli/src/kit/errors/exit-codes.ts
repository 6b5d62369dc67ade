import type { Problem } from '@portico/core'

import type { FailureKind } from './failure.ts'

/** The exit codes scripts rely on. `help topics exit-codes` prints this table. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'failure'],
  [2, 'cancelled, confirmation needed but no terminal, or portico doctor could not check'],
  [3, 'validation: a value is not valid, or a name is ambiguous'],
  [4, 'not signed in'],
  [5, 'forbidden or read-only'],
  [6, 'not found'],
  [7, 'conflict: the object exists already, or changed since it was read'],
  [9, 'work on many objects, some of which failed'],
  [64, 'wrong usage of the command line'],
  [69, 'no response from the server'],
  [130, 'interrupted (SIGINT)'],
  [143, 'terminated (SIGTERM)'],
]

export function exitCodeOf(kind: FailureKind): number {
  switch (kind) {
    case 'failure':
      return 1
    case 'cancelled':
    case 'unchecked':
      return 2
    case 'validation':
      return 3
    case 'sign-in':
      return 4
    case 'forbidden':
      return 5
    case 'not-found':
      return 6
    case 'conflict':
      return 7
    case 'partly-failed':
      return 9
    case 'usage':
      return 64
    case 'network':
      return 69
    case 'interrupted':
      return 130
    case 'terminated':
      return 143
  }
}

/** The failure kind of a failed call: the only place that maps statuses to kinds. */
export function failureKindOf(problem: Problem): FailureKind {
  if (problem.kind === 'session-ended') return 'sign-in'
  if (problem.kind === 'system') return problem.network ? 'network' : 'failure'
  if (problem.errorID === 'READ_ONLY') return 'forbidden'
  switch (problem.status) {
    case 400:
    case 413:
    case 422:
      return 'validation'
    case 403:
      return 'forbidden'
    case 404:
      return 'not-found'
    case 409:
    case 412:
      return 'conflict'
    default:
      return 'failure'
  }
}
