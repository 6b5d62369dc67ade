import type { ClientAccount } from './accounts.ts'
import { claimsFault, headerFault } from './assertion-rules.ts'
import { faults, findSigner, type Assertion } from './assertion.ts'

/** Who signed an assertion, or what is wrong with it, for the log. */
export type CheckedAssertion =
  | { readonly account: ClientAccount; readonly thumbprint: string; readonly fault?: undefined }
  | { readonly account: ClientAccount | undefined; readonly fault: string }

/** Whether a service account signed an assertion for us just now. Whether it was used before is another question. */
export function checkAssertion(
  assertion: Assertion,
  { account, issuer }: { readonly account: ClientAccount | undefined; readonly issuer: string },
): CheckedAssertion {
  if (account === undefined) return { account, fault: faults.unknown }
  const wrong = headerFault(assertion.header)
  if (wrong !== undefined) return { account, fault: wrong }
  const signer = findSigner(assertion, account.keys)
  if (typeof signer === 'string') return { account, fault: signer }
  const fault = claimsFault(assertion.claims, { client: assertion.claims.sub, issuer, nowSecs: account.nowSecs() })
  return fault === undefined ? { account, thumbprint: signer.thumbprint } : { account, fault }
}

/** Whether the present state of the account could have been judged otherwise: it has a new key, or is new. */
export function isStale({ fault }: CheckedAssertion): boolean {
  return fault === faults.unknown || fault === faults.noKey || fault === faults.signature
}
