import type { Deps } from '../../kit/http/deps.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { ClientAccount, ClientAccounts } from './accounts.ts'
import { acceptProof } from './dpop.ts'
import { isStale, checkAssertion } from './check-assertion.ts'
import type { RecordToken } from './record-tokens.ts'
import { invalidRequest, refusedAssertion, refusedProof, tooMany, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { routes } from './routes.ts'
import type { SignToken } from './signed-tokens.ts'
import { findTargets } from './targets.ts'
import type { TokenRequest } from './token-request.ts'

/** RFC 6749 section 5.1. */
export type TokenReply = {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly expires_in: number
}

/** What became of a token request; `account` where it is known who asked, `reason` for the log. */
export type Outcome = { readonly account: ClientAccount | undefined } & (
  | {
      readonly reply: TokenReply
      readonly account: ClientAccount
      readonly tokenId: string
      readonly audiences: readonly string[]
      readonly keyThumbprint: string
    }
  | { readonly reply?: undefined; readonly refusal: Refusal; readonly reason: string }
)

type IssueDeps = Pick<Deps, 'database' | 'settings' | 'rateLimits' | 'clock'> & {
  readonly accounts: ClientAccounts
  readonly record: RecordToken
  readonly sign: SignToken
}

/** Answers the token requests of service accounts: who asks, for what, written down, signed. */
export function createIssuing({ database, settings, rateLimits, clock, accounts, record, sign }: IssueDeps) {
  const { baseUrl: issuer, accessTokenSecs } = settings
  return async (
    request: TokenRequest,
    { dpop, ...from }: { requestId: string; address: string; /** The header of a proof. */ dpop?: string | undefined },
  ): Promise<Outcome> => {
    const { assertion, resources, clientId } = request
    const client = assertion.claims.sub
    if (clientId !== undefined && clientId !== client) return otherClient
    const { judged, targets } = await accounts.judged(
      client,
      (known) => {
        const found = checkAssertion(assertion, { account: known, issuer })
        return { judged: found, targets: found.fault === undefined && findTargets(found.account, resources) }
      },
      (found) => isStale(found.judged) || (found.targets !== false && 'status' in found.targets),
    )
    if (judged.fault !== undefined || targets === false) return refused(judged.account, judged.fault ?? '')
    const { account, thumbprint } = judged
    const waitSecs = rateLimits.over('token-account', account.id)
    if (waitSecs > 0) return { account, refusal: tooMany(waitSecs), reason: 'The account asks for too many tokens.' }
    if ('status' in targets) return { account, refusal: targets, reason: targets.description }
    const proof =
      dpop === undefined
        ? undefined
        : await acceptProof(database, dpop, { method: 'POST', url: issuer + routes.token, nowSecs: account.nowSecs() })
    if (typeof proof === 'string') return { account, refusal: refusedProof, reason: proof }
    const nowMs = clock.now()
    const tokenId = uuidv7(nowMs)
    const audiences = [...targets.keys()].toSorted()
    const { iss, jti, exp } = assertion.claims as unknown as { iss: string; jti: string; exp: number }
    const recorded = await record(account.tenantId, {
      id: tokenId,
      accountId: account.id,
      keyThumbprint: thumbprint,
      audiences,
      assertion: { issuer: iss, jti, expSecs: exp },
      audit: { id: uuidv7(nowMs), ...from },
    })
    if (recorded === 'used') return refused(account, 'The assertion was used before.')
    if (recorded === 'gone') {
      const again = checkAssertion(assertion, { account: await accounts.read(client), issuer })
      return refused(account, again.fault ?? 'the account or its key was removed in the meantime')
    }
    // Counted now, so that strangers cannot use up an account's tokens with assertions that they saw.
    void rateLimits.take('token-account', account.id)
    const { issuedAtSecs } = recorded
    const [onlyAudience = ''] = audiences
    const token = await sign({
      iss: issuer,
      sub: account.id,
      aud: audiences.length === 1 ? onlyAudience : audiences,
      client_id: account.id,
      jti: tokenId,
      iat: issuedAtSecs,
      exp: issuedAtSecs + accessTokenSecs,
      tenant: account.tenantId,
      environment: account.environmentId,
      roles: audiences.length === 1 ? targets.get(onlyAudience) : Object.fromEntries(targets),
      ...(proof === undefined ? {} : { cnf: { jkt: proof.jkt } }),
    })
    const reply = {
      access_token: token,
      token_type: proof === undefined ? 'Bearer' : 'DPoP',
      expires_in: accessTokenSecs,
    } as const
    return { account, reply, tokenId, audiences, keyThumbprint: thumbprint }

    function refused(who: ClientAccount | undefined, reason: string): Outcome {
      return { account: who, refusal: refusedAssertion(request.grant), reason }
    }
  }
}

const mismatch = invalidRequest('client_id is not the account that the assertion names.')
const otherClient: Outcome = { account: undefined, refusal: mismatch, reason: mismatch.description }
