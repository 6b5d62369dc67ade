import type { SamlNameId } from '../saml/index.ts'

/** A session in an application that has ended, and that the application is told about. */
export type EndedSession = {
  /** The `sid` of OpenID, the SessionIndex of SAML. */
  readonly id: string
  readonly userId: string
  readonly nameId: SamlNameId | null
}

/** One attempt to tell an application: a call to its registered address. */
export type LogoutCall = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Why the answer does not say that the application's session is over; undefined: it does. */
  refusal(answer: Response): Promise<string | undefined>
}
