import { createPublicKey } from 'node:crypto'

import { compactVerify } from 'jose'
import type { errors as OidcErrors } from 'oidc-provider'

import { tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { ClientAccount } from './accounts.ts'
import { auditIssue } from './audit.ts'
import { assertionFault } from './assertion-rules.ts'
import type { Exchange } from './exchange.ts'
import { findTarget, portalAudience, type Target } from './targets.ts'
import { recordAccessToken } from './token-rows.ts'

/** Thrown where an account asks too often. */
export class TooManyTokens extends Error {
  override name = 'TooManyTokens'
  readonly waitSecs: number
  constructor(waitSecs: number) {
    super('The account asks for too many tokens.')
    this.waitSecs = waitSecs
  }
}

type IssueDeps = Pick<Deps, 'database' | 'settings' | 'rateLimits'>

/** Our own steps of an exchange, in the order in which oidc-provider calls them. */
export function createIssuing({ database, settings, rateLimits }: IssueDeps, errors: typeof OidcErrors) {
  return {
    /** Checks an assertion whose signature was verified with one of the account's keys. */
    async judge(
      exchange: Exchange,
      client: string,
      assertion: { text: string; header: Fields; claims: Fields },
    ): Promise<void> {
      const account = accountOf(exchange)
      const fault = assertionFault(assertion, { client, issuer: settings.baseUrl, nowSecs: account.nowSecs })
      if (fault !== undefined) throw new errors.InvalidClientAuth(fault)
      exchange.keyThumbprint = await signerOf(assertion.text, assertion.header['kid'], account)
    },

    /** Finds the application that the token is for. */
    async aim(exchange: Exchange, resource: string): Promise<Target> {
      const account = accountOf(exchange)
      const waitSecs = await rateLimits.take('token-account', account.id)
      if (waitSecs > 0) throw new TooManyTokens(waitSecs)
      if (account.deactivated && resource !== portalAudience(account.tenantSlug))
        throw new errors.InvalidTarget('The tenant is deactivated: only tokens for the portal are issued.')
      const target = await tenantScope(database, account.tenantId).transaction((tx) =>
        findTarget(tx, account, resource),
      )
      if (target === undefined)
        throw new errors.InvalidTarget('The service account does not depend on this application.')
      return (exchange.target = target)
    },

    defaultTarget: (exchange: Exchange): string => portalAudience(accountOf(exchange).tenantSlug),

    /** Records the token and returns its claims (RFC 9068 section 2.2). */
    async claim(exchange: Exchange, tokenId: string): Promise<Fields> {
      const account = accountOf(exchange)
      const { target, keyThumbprint } = exchange
      if (target === undefined || keyThumbprint === undefined)
        throw new Error('A token is issued before its assertion was judged.')
      const lifeSecs = settings.accessTokenSecs
      const token = { id: tokenId, accountId: account.id, keyThumbprint, audience: target.audience, lifeSecs }
      const times = await tenantScope(database, account.tenantId).transaction(async (tx) => {
        const issued = await recordAccessToken(tx, token)
        if (issued !== undefined) await auditIssue(tx, exchange, { tokenId, audience: target.audience })
        return issued
      })
      if (times === undefined) throw new errors.InvalidClientAuth('the account or its key was removed in the meantime')
      exchange.tokenId = tokenId
      return {
        iss: settings.baseUrl,
        sub: account.id,
        aud: target.audience,
        client_id: account.id,
        jti: tokenId,
        iat: times.issuedAtSecs,
        exp: times.expiresAtSecs,
        tenant: account.tenantId,
        environment: account.environmentId,
        roles: target.roles,
      }
    },
  }
}

export type Issuing = ReturnType<typeof createIssuing>

type Fields = Record<string, unknown>

function accountOf({ account }: Exchange): ClientAccount {
  if (account === undefined) throw new Error('A client comes from the storage, with its account.')
  return account
}

/** The key that verified; an assertion without a kid was tried with both. */
async function signerOf(assertion: string, kid: unknown, { keys }: ClientAccount): Promise<string> {
  if (typeof kid === 'string') return kid
  for (const { pem, thumbprint } of keys) {
    const held = await compactVerify(assertion, createPublicKey(pem)).catch(() => undefined)
    if (held !== undefined) return thumbprint
  }
  throw new Error('An assertion held under a key that the account does not have.')
}
