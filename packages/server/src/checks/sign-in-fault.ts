import type { FindingId, SignInCode } from '@portico/core/contract'

/** Why a sign-in failed. The person sees the code and its sentence; `reason` is for the log, with the request id. */
export class SignInFault extends Error {
  override name = 'SignInFault'
  readonly code: SignInCode
  readonly reason: string
  /** What the flight recorder calls it; undefined where no check was at work. */
  readonly finding: FindingId | undefined

  constructor(code: SignInCode, reason: string, finding?: FindingId) {
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
    this.finding = finding
  }
}

export type { SignInCode }
