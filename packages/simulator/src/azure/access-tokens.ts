import { randomBytes } from 'node:crypto'

import type { CheckedPerson } from '../config/checked.ts'
import { type BoundedMap, boundedMap } from '../memory/bounded.ts'
import { sign } from '../oidc/forgeries.ts'
import { graphBase, issuerOf } from './addresses.ts'
import type { Directory } from './directory.ts'

export const accessTokenSecs = 3599

/** What an access token for Graph allows: an application's own, or a person's through an application. */
export type AccessToken = {
  directory: Directory
  clientId: string
  person: CheckedPerson | undefined
  scope: readonly string[]
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type AccessTokens = ReturnType<typeof accessTokens>

/** Access tokens of the whole cloud. They are JWTs as in the real one, and remembered, so that Graph need not verify. */
export function accessTokens({ base, now }: { base: URL; now: () => number }) {
  const issued: BoundedMap<AccessToken> = boundedMap()

  return {
    async issue(token: Omit<AccessToken, 'expiresAt'>): Promise<string> {
      const { config, keys } = token.directory
      const key = await keys.signing()
      const nowSecs = Math.floor(now() / 1000)
      const application = config.version === 1 ? { appid: token.clientId } : { azp: token.clientId }
      const person = token.person
      const holder =
        person === undefined
          ? { idtyp: 'app', ...(config.graphPermission ? { roles: graphRoles } : {}) }
          : { oid: person.subject, scp: token.scope.join(' '), name: person.name }
      const claims = {
        aud: graphBase(base),
        iss: issuerOf(base, config),
        iat: nowSecs,
        nbf: nowSecs,
        exp: nowSecs + accessTokenSecs,
        tid: config.tenantId,
        uti: randomBytes(16).toString('base64url'),
        ver: config.version === 1 ? '1.0' : '2.0',
        ...application,
        ...holder,
      }
      const compact = await sign(claims, { typ: 'JWT', alg: 'RS256', kid: key.kid }, key.privateKey)
      issued.set(compact, { ...token, expiresAt: now() + accessTokenSecs * 1000 })
      return compact
    },
    /** The grant of an `Authorization` header; undefined for unknown and expired tokens. */
    of(authorization: string | undefined): AccessToken | undefined {
      const found = issued.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
      return found !== undefined && found.expiresAt > now() ? found : undefined
    },
  }
}

const graphRoles = ['User.Read.All', 'GroupMember.Read.All']
