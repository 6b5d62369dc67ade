import type { SamlNameId } from '../../protocols/saml/index.ts'

/** An ended session in an application, about which the application is notified. */
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
