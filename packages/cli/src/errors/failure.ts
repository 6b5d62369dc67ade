import type { ProblemDetail } from '@portico/core'

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
  readonly message: string
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

export function fail(kind: FailureKind, message: string, more: Omit<Failure, 'kind' | 'message'> = {}): never {
  throw new CommandFailure({ ...more, kind, message })
}
