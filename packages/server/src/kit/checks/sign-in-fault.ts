import type { FindingId, SignInCode } from '@portico/core/contract'

/** Why a sign-in failed. The person sees the code and its sentence; `reason` is for the log, with the request id. */
export class SignInFault extends Error {
  override name = 'SignInFault'
  readonly code: SignInCode
  readonly reason: string
  /** Its finding in the flight recorder; undefined if no check was running. */
  readonly finding: FindingId | undefined

  constructor(code: SignInCode, reason: string, finding?: FindingId) {
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
    this.finding = finding
  }
}

export type { SignInCode }
