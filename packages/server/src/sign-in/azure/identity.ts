import type { AzureProvider } from '../../providers/identity-providers/queries.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { identityOf, type AssertedIdentity } from '../attempts/identity.ts'
import { booleanAt, textAt, type Claims } from '../../kit/outbound/claims.ts'
import type { GraphDeps } from '../../providers/identity-providers/azure/graph-directory.ts'
import { azureGroups } from './groups.ts'

/** Claims that name a person, in the order they are tried. They can change, and are only for display and formats. */
const usernameClaims = { AAD: ['upn', 'unique_name'], AAD2: ['preferred_username'] } as const

/** Who signed in, out of an ID token of Azure AD: the key is (tid, oid), names are for display. */
export async function azureIdentity(
  provider: AzureProvider,
  claims: Claims & { readonly sub: string },
  deps: GraphDeps,
  { signal, checks }: { signal: AbortSignal; checks: Checks },
): Promise<AssertedIdentity> {
  const { type, config } = provider
  const tid = textAt(claims, 'tid')
  const oid = textAt(claims, 'oid')
  if (tid === undefined || oid === undefined) return checks.refuse('subject-missing', { expected: 'tid, oid' })
  checks.passed('subject')
  const names = config.usernameClaim === undefined ? usernameClaims[type] : [config.usernameClaim]
  const username = names.map((name) => textAt(claims, name)).find((text) => text !== undefined)
  if (username === undefined)
    return checks.refuse('username-missing', {
      expected: names.join(', '),
      found: Object.keys(claims).join(', '),
    })
  const texts = {
    username,
    displayName: textAt(claims, 'name'),
    firstName: textAt(claims, 'given_name'),
    lastName: textAt(claims, 'family_name'),
    email: textAt(claims, 'email'),
    locale: textAt(claims, 'locale') ?? textAt(claims, 'xms_pl'),
    emailVerified: ownerVerified(claims),
  }
  const groups = await azureGroups(provider, claims, oid, { deps, signal, checks })
  return identityOf(`${tid} ${oid}`, texts, groups, { config, checks })
}

/** Whether the owner of the address's domain was verified: an optional claim, which comes as a boolean, a number or a text. */
function ownerVerified(claims: Claims): boolean | undefined {
  const { xms_edov: value } = claims
  if (value === 1 || value === '1') return true
  return value === 0 || value === '0' ? false : booleanAt(claims, 'xms_edov')
}
