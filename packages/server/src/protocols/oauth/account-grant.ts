import type { ServerResponse } from 'node:http'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import {
  invalidRequest,
  refusedAssertion,
  refusedProof,
  sendRefusal,
  sendReply,
  tooMany,
  type Refusal,
} from '../../kit/http/oauth-refusal.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { ClientAccount, ClientAccounts } from './accounts.ts'
import { checkAssertion, isStale } from './check-assertion.ts'
import { acceptProof } from './dpop.ts'
import type { KeyUses } from './key-uses.ts'
import type { RecordToken } from './record-tokens.ts'
import { routes } from './routes.ts'
import type { SignToken } from './signed-tokens.ts'
import { findTargets, type Targets } from './targets.ts'
import type { TokenRequest } from './token-request.ts'

type GrantDeps = Pick<Deps, 'database' | 'settings' | 'rateLimits' | 'clock' | 'log'> & {
  readonly accounts: ClientAccounts
  readonly record: RecordToken
  readonly sign: SignToken
  readonly keyUses: KeyUses
}

type From = {
  readonly requestId: string
  readonly address: string
  /** The header of a DPoP proof. */
  readonly dpop: string | undefined
}

/** The service account that signed the assertion of a request, with the key. */
type Signer = { readonly account: ClientAccount; readonly thumbprint: string }

/** `account` where it is known who asked, `reason` for the log. */
type Refused = { readonly account: ClientAccount | undefined; readonly refusal: Refusal; readonly reason: string }

/** RFC 6749 section 5.1. */
type TokenReply = {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly expires_in: number
}

/** A token that is in the database. */
type WrittenToken = {
  readonly id: string
  /** In alphabetical order. */
  readonly audiences: readonly string[]
  readonly issuedAtSecs: number
}

type Issued = Signer & { readonly token: WrittenToken; readonly reply: TokenReply }

export type AnswerAccountGrant = (request: TokenRequest, from: From, res: ServerResponse) => Promise<void>

/** Answers the token requests of service accounts, and records afterwards what became of them. */
export function createAccountGrant(deps: GrantDeps): AnswerAccountGrant {
  return async (request, from, res) => {
    const outcome = await issueToken(request, from, deps)
    logOutcome(outcome, request, from, deps)
    if ('refusal' in outcome) {
      sendRefusal(res, outcome.refusal)
      await auditRefusal(outcome, from, deps)
    } else {
      sendReply(res, outcome.reply)
      noteKeyUse(outcome, deps)
    }
  }
}

/** Nothing is written for a request that is refused, except that its DPoP proof is used up. */
async function issueToken(request: TokenRequest, from: From, deps: GrantDeps): Promise<Issued | Refused> {
  const signer = await authenticate(request, deps)
  if ('refusal' in signer) return signer
  const targets = allowedTargets(signer, request, deps)
  if ('refusal' in targets) return targets
  const binding = await provenKey(signer, from, deps)
  if ('refusal' in binding) return binding

  const token = await writeToken(request, { signer, targets, from }, deps)
  if ('refusal' in token) return token
  countToken(signer, deps)
  return { ...signer, token, reply: await signReply(signer, { token, targets, jkt: binding.jkt }, deps) }
}

/** Judged by the account that is held in memory; if that refuses, by the one that is read then. */
async function authenticate(request: TokenRequest, { accounts, settings }: GrantDeps): Promise<Signer | Refused> {
  const { assertion, clientId, resources } = request
  const client = assertion.claims.sub
  if (clientId !== undefined && clientId !== client) return otherClient
  const checked = await accounts.judged(
    client,
    (account) => checkAssertion(assertion, { account, issuer: settings.baseUrl }),
    (found) => isStale(found) || (found.fault === undefined && 'status' in findTargets(found.account, resources)),
  )
  return checked.fault === undefined ? checked : assertionRefused(request, checked.account, checked.fault)
}

const mismatch = invalidRequest('client_id is not the account that the assertion names.')
const otherClient: Refused = { account: undefined, refusal: mismatch, reason: mismatch.description }

function assertionRefused({ grant }: TokenRequest, account: ClientAccount | undefined, reason: string): Refused {
  return { account, refusal: refusedAssertion(grant), reason }
}

/** What the token is for. Refused for an account over its limit, and for an application that it does not depend on. */
function allowedTargets(
  { account }: Signer,
  { resources }: TokenRequest,
  { rateLimits }: GrantDeps,
): Targets | Refused {
  const waitSecs = rateLimits.over('token-account', account.id)
  if (waitSecs > 0) return { account, refusal: tooMany(waitSecs), reason: 'The account asks for too many tokens.' }
  const targets = findTargets(account, resources)
  return 'status' in targets ? { account, refusal: targets, reason: targets.description } : targets
}

/** The thumbprint of the key that the token is bound to (RFC 9449 section 5); undefined without a proof: a bearer token. */
async function provenKey(
  { account }: Signer,
  { dpop }: From,
  { database, settings }: GrantDeps,
): Promise<{ readonly jkt: string | undefined } | Refused> {
  if (dpop === undefined) return { jkt: undefined }
  const asked = { method: 'POST', url: settings.baseUrl + routes.token, nowSecs: account.nowSecs() }
  const proof = await acceptProof(database, dpop, asked)
  return typeof proof === 'string' ? { account, refusal: refusedProof, reason: proof } : proof
}

/** In one statement: uses the assertion up, and writes the token with its row of the audit log. */
async function writeToken(
  request: TokenRequest,
  { signer, targets, from }: { readonly signer: Signer; readonly targets: Targets; readonly from: From },
  { record, clock, accounts, settings }: GrantDeps,
): Promise<WrittenToken | Refused> {
  const { account, thumbprint } = signer
  const { assertion } = request
  const nowMs = clock.now()
  const id = uuidv7(nowMs)
  const audiences = [...targets.keys()].toSorted()
  const { iss, jti, exp } = assertion.claims as unknown as { iss: string; jti: string; exp: number }
  const recorded = await record(account.tenantId, {
    id,
    accountId: account.id,
    keyThumbprint: thumbprint,
    audiences,
    assertion: { issuer: iss, jti, expSecs: exp },
    audit: { id: uuidv7(nowMs), requestId: from.requestId, address: from.address },
  })
  if (recorded === 'used') return assertionRefused(request, account, 'The assertion was used before.')
  if (recorded === 'gone') {
    const present = await accounts.read(assertion.claims.sub)
    const { fault } = checkAssertion(assertion, { account: present, issuer: settings.baseUrl })
    return assertionRefused(request, account, fault ?? 'the account or its key was removed in the meantime')
  }
  return { id, audiences, issuedAtSecs: recorded.issuedAtSecs }
}

/** Only tokens that were issued count, so that others cannot use up an account's tokens with assertions that they saw. */
function countToken({ account }: Signer, { rateLimits }: GrantDeps): void {
  void rateLimits.take('token-account', account.id)
}

/** RFC 9068 section 2.2. */
async function signReply(
  { account }: Signer,
  {
    token: { id, audiences, issuedAtSecs },
    targets,
    jkt,
  }: { readonly token: WrittenToken; readonly targets: Targets; readonly jkt: string | undefined },
  { sign, settings: { baseUrl, accessTokenSecs } }: GrantDeps,
): Promise<TokenReply> {
  const [onlyAudience = ''] = audiences
  const isForOne = audiences.length === 1
  const accessToken = await sign({
    iss: baseUrl,
    sub: account.id,
    aud: isForOne ? onlyAudience : audiences,
    client_id: account.id,
    jti: id,
    iat: issuedAtSecs,
    exp: issuedAtSecs + accessTokenSecs,
    tenant: account.tenantId,
    environment: account.environmentId,
    roles: isForOne ? targets.get(onlyAudience) : Object.fromEntries(targets),
    ...(jkt === undefined ? {} : { cnf: { jkt } }),
  })
  return {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: accessTokenSecs,
  }
}

function logOutcome(
  outcome: Issued | Refused,
  { assertion }: TokenRequest,
  { requestId }: From,
  { log }: GrantDeps,
): void {
  const { account } = outcome
  const client = assertion.claims.sub.slice(0, 150)
  const who = { requestId, tenantId: account?.tenantId, serviceAccountId: account?.id, client }
  if ('refusal' in outcome)
    return log.info({ ...who, error: outcome.refusal.error, reason: outcome.reason }, 'token refused')
  const { id, audiences } = outcome.token
  log.info({ ...who, tokenId: id, audience: audiences.join(' ') }, 'token issued')
}

function noteKeyUse({ account, thumbprint }: Signer, { keyUses }: GrantDeps): void {
  keyUses.note({ tenantId: account.tenantId, accountId: account.id, thumbprint })
}

/**
 * In the audit log, after the answer. Where an account is refused too often, only some rows are written: the log of the server has the
 * rest. (A token that is issued is recorded by the statement that issues it: record-tokens.ts.)
 */
async function auditRefusal(
  { account, refusal: { status, error }, reason }: Refused,
  { requestId, address }: From,
  { database, rateLimits, log }: GrantDeps,
): Promise<void> {
  const isOverLimit = status === 429
  if (account === undefined || isOverLimit) return
  const { tenantId, id, name } = account
  const target = { kind: 'service-account', id, name } as const
  try {
    if ((await rateLimits.take('stray-records', `token ${id}`)) > 0) return
    const by = { actor: target, requestId, address, nowMs: Math.round(account.nowSecs() * 1000) }
    await tenantScope(database, tenantId).transaction((tx) =>
      recordAudit(tx, by, { action: 'token.refuse', target, after: { error, reason } }),
    )
  } catch (err) {
    log.warn({ requestId, err }, 'a refusal is not in the audit log')
  }
}
