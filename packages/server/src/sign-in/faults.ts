import type { WordId } from '@portico/core/contract'

/** Why a sign-in failed. The person sees the code and its sentence; `reason` is for the log, with the request id. */
export class SignInFault extends Error {
  override name = 'SignInFault'
  readonly code: SignInCode
  readonly reason: string

  constructor(code: SignInCode, reason: string) {
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
  }
}

export type SignInCode = Extract<
  WordId,
  | 'SIGN_IN_EXPIRED'
  | 'SIGN_IN_OTHER_BROWSER'
  | 'IDP_ERROR'
  | 'IDP_DENIED'
  | 'AUTH-001001'
  | 'USERNAME_SHAPE'
  | 'USERNAME_REQUIRED'
  | 'FORBIDDEN'
>
