import type { ProblemDetail } from '@portico/core'

import { englishOf, type Said } from '../phrases/phrase.ts'

/** Why a command exits with a code other than 0. Each kind has its code in exit-codes.ts. */
export type FailureKind =
  | 'failure'
  | 'cancelled'
  | 'validation'
  | 'sign-in'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'partly-failed'
  /** `portico doctor` could not check: 1 says that it has findings. */
  | 'unchecked'
  | 'usage'
  | 'network'
  | 'interrupted'
  | 'terminated'

export type Failure = {
  readonly kind: FailureKind
  /** In English, or as the server says it. */
  readonly message: string
  /** The same, of which there may be a translation; otherwise `message` is. */
  readonly said?: Said | undefined
  readonly errorID?: string | undefined
  readonly details?: readonly ProblemDetail[] | undefined
  /** A command to run, or what to do next. */
  readonly hint?: string | undefined
  readonly requestID?: string | undefined
}

/** Carries a {@link Failure} out of a command. Any other exception is a bug. */
export class CommandFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'CommandFailure'
    this.failure = failure
  }
}

type More = Omit<Failure, 'kind' | 'message' | 'said'>

export function fail(kind: FailureKind, said: Said, more: More = {}): never {
  throw new CommandFailure(failureSaying(kind, said, more))
}

export function failureSaying(kind: FailureKind, said: Said, more: More = {}): Failure {
  return { ...more, kind, message: englishOf(said), said }
}
