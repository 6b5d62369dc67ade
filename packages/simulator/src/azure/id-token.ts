import { createHash, randomBytes } from 'node:crypto'

import type { JWTPayload } from 'jose'

import type { CheckedPerson } from '../config/checked.ts'
import type { OptionalClaim } from '../config/shape.ts'
import { forgeIdToken, sign } from '../oidc/forgeries.ts'
import { issuerOf } from './addresses.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { type Directory, groupsOfPerson, type IssuedCode } from './directory.ts'
import { derivedGuid } from '../config/guids.ts'

/** More group ids than this do not go into a token. */
const groupsInTokenMax = 200
/** Tokens are valid from five minutes ago, for relying parties whose clock is behind. */
const backdatedSecs = 300
const lifeSecs = 3600

/** The signed ID token of one sign-in, with the false claims that the switches ask for. `now` in milliseconds since 1970. */
export async function idToken(
  directory: Directory,
  base: URL,
  { request, person, sid }: Pick<IssuedCode, 'request' | 'person' | 'sid'>,
  now: number,
): Promise<string> {
  const key = await directory.keys.signing()
  const header = { typ: 'JWT', alg: 'RS256', x5t: key.kid, kid: key.kid }
  const { odd } = directory.switches()
  const all = {
    ...claimsOf(directory, base, request, person, Math.floor(now / 1000)),
    ...(directory.config.optionalClaims.includes('sid') ? { sid } : {}),
  }
  const left = Object.entries(all).filter(([name]) => !leftOut(odd).includes(name))
  const claims: JWTPayload = Object.fromEntries(left)
  const compact = await sign(claims, header, key.privateKey)
  if (odd === null) return compact
  const forge = { header, claims, compact, trueKey: key.privateKey, published: key, foreign: directory.keys.foreign }
  return forgeIdToken(odd, forge)
}

function leftOut(odd: string | null): string[] {
  if (odd === 'missing-groups') return ['groups', 'hasgroups', '_claim_names', '_claim_sources']
  return odd === 'missing-username-claim' ? ['upn', 'unique_name', 'preferred_username'] : []
}

function claimsOf(
  directory: Directory,
  base: URL,
  request: AuthorizeRequest,
  person: CheckedPerson,
  nowSecs: number,
): JWTPayload {
  const { config, switches } = directory
  const { otherTenant, wrongVersion } = switches()
  const tid = otherTenant ? derivedGuid(config.tenantId, 'user', 'another directory') : config.tenantId
  const version = wrongVersion ? (config.version === 1 ? 2 : 1) : config.version
  return {
    aud: request.clientId,
    iss: issuerOf(base, { tenantId: tid, version }),
    iat: nowSecs - backdatedSecs,
    nbf: nowSecs - backdatedSecs,
    exp: nowSecs + lifeSecs,
    ...(request.nonce === null ? {} : { nonce: request.nonce }),
    ...groupClaims(directory, person),
    name: person.name,
    oid: person.subject,
    sub: pairwiseSub(config.tenantId, request.clientId, person),
    tid,
    uti: randomBytes(16).toString('base64url'),
    ...(version === 1 ? claimsOfVersion1(person) : claimsOfVersion2(person, request.scope, config.optionalClaims)),
  }
}

function claimsOfVersion1(person: CheckedPerson): Record<string, unknown> {
  return {
    amr: ['pwd'],
    ...(person.familyName === undefined ? {} : { family_name: person.familyName }),
    ...(person.givenName === undefined ? {} : { given_name: person.givenName }),
    ipaddr: '127.0.0.1',
    unique_name: person.username,
    upn: person.username,
    ver: '1.0',
  }
}

function claimsOfVersion2(
  person: CheckedPerson,
  scope: readonly string[],
  asked: readonly OptionalClaim[],
): Record<string, unknown> {
  const optional: Partial<Record<OptionalClaim, string | undefined>> = {
    upn: person.username,
    email: person.email,
    given_name: person.givenName,
    family_name: person.familyName,
  }
  const email = scope.includes('email') && person.email !== undefined ? { email: person.email } : {}
  const further = asked.flatMap((name) => (optional[name] === undefined ? [] : [[name, optional[name]]]))
  return { preferred_username: person.username, ...email, ...Object.fromEntries(further), ver: '2.0' }
}

/** The ids of the person's groups; too many show as a link into a service that was shut down in 2025. */
function groupClaims(directory: Directory, person: CheckedPerson): Record<string, unknown> {
  const groups = groupsOfPerson(directory, person)
  if (groups.length === 0) return {}
  if (groups.length <= groupsInTokenMax) return { groups: groups.map((each) => each.id) }
  if (directory.switches().hasgroups) return { hasgroups: true }
  const link = `https://graph.windows.net/${directory.config.tenantId}/users/${person.subject}/getMemberObjects`
  return { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: link } } }
}

/** In this cloud `sub` differs for each application; `oid` is the same for all. */
export function pairwiseSub(tenantId: string, clientId: string, person: CheckedPerson): string {
  return createHash('sha256').update(`sub\n${tenantId}\n${clientId}\n${person.subject}`).digest('base64url')
}
