import type { Deps } from '../../deps.ts'
import type { AzureProvider } from '../../identity-providers/queries.ts'
import type { Checks } from '../checks.ts'
import { identityOf, type AssertedIdentity } from '../identity.ts'
import { textAt, textsAt, type Claims } from '../oidc/claims.ts'

/** Who signed in, out of an ID token of Azure AD (protocols.md section 2): the key is (tid, oid), names are for display. */
export async function azureIdentity(
  { type, config }: AzureProvider,
  claims: Claims & { readonly sub: string },
  _deps: Deps,
  { checks }: { signal: AbortSignal; checks: Checks },
): Promise<AssertedIdentity> {
  const tid = textAt(claims, 'tid')
  const oid = textAt(claims, 'oid')
  if (tid === undefined || oid === undefined) return checks.refuse('subject-missing', { expected: 'tid, oid' })
  const name = config.usernameClaim ?? (type === 'AAD' ? 'upn' : 'preferred_username')
  const username = textAt(claims, name)
  if (username === undefined)
    return checks.refuse('username-missing', { expected: name, found: Object.keys(claims).join(', ') })
  const texts = {
    username,
    displayName: textAt(claims, 'name'),
    firstName: textAt(claims, 'given_name'),
    lastName: textAt(claims, 'family_name'),
    email: textAt(claims, 'email'),
  }
  const groups = textsAt(claims, 'groups').map((claim) => ({ claim }))
  return identityOf(`${tid} ${oid}`, texts, groups, checks)
}
