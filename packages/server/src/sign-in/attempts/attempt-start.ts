import { readReturnPath } from '@portico/core/contract'

import type { WaitingAcceptance } from '../../providers/primary-idp/acceptance.ts'
import type { AttemptTest } from './attempt-test.ts'
import type { AttemptSecrets } from './transactions.ts'

/** What a family of providers returns: where the browser goes, and what answer to expect. */
export type StartedAttempt = {
  readonly url: string
  readonly state: string
  readonly secrets: Omit<AttemptSecrets, 'username' | 'forceAuthn' | 'byOtherSite' | 'acceptance'>
}

export type AttemptStart = {
  readonly tenantId: string
  readonly identityProviderId: string
  /** What was typed; passed on as a hint. Empty where nothing was. */
  readonly username: string
  readonly returnPath: string
  /** The person has to sign in again although the provider knows them. */
  readonly forceAuthn?: boolean
  /** Another site began it, and the person has pressed nothing here. */
  readonly byOtherSite?: boolean
  readonly acceptance?: WaitingAcceptance
  /** A test login: of the working copy, as it was when the test was started. */
  readonly test?: AttemptTest | undefined
}

/** The path of an address of this server; undefined for all others. */
export function ownPath(address: string | null, baseUrl: string): string | undefined {
  if (address === null) return undefined
  if (address.startsWith('/')) return readReturnPath(address)
  return address.startsWith(`${baseUrl}/`) ? readReturnPath(address.slice(baseUrl.length)) : undefined
}
