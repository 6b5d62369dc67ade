import type { AuditedBy } from '../../kit/audit-trail/record.ts'
import { invalidRequest, publicClient, sendReply } from '../../kit/http/oauth-refusal.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Caller, ReadCaller } from './callers.ts'
import { addressOf, readPosted, refuse, type EndpointDeps, type Exchange } from './exchange.ts'
import type { Form } from './read-form.ts'
import { findToken, type TokenFacts, type TokenKind } from './token-kinds.ts'

type IntrospectionDeps = EndpointDeps & { readonly callerOf: ReadCaller; readonly kinds: readonly TokenKind[] }

/** POST /oauth2/introspect. */
export async function answerIntrospection(exchange: Exchange, deps: IntrospectionDeps): Promise<void> {
  const asked = await readCaller(exchange, deps)
  if (asked === undefined) return
  const { caller, fields } = asked
  // RFC 7662 section 2.1: else everyone who finds a token could ask about it. Its own token a public client may end.
  if (!caller.isProven) return refuse(exchange, publicClient, deps)
  const token = fields.get('token')
  if (token === undefined) return refuse(exchange, tokenMissing, deps)
  sendReply(exchange.res, await introspect(token, caller, deps.kinds))
}

/** POST /oauth2/revoke. */
export async function answerRevocation(exchange: Exchange, deps: IntrospectionDeps): Promise<void> {
  const asked = await readCaller(exchange, deps)
  if (asked === undefined) return
  const { caller, fields } = asked
  const token = fields.get('token')
  if (token === undefined) return refuse(exchange, tokenMissing, deps)
  const by = { requestId: exchange.requestId, address: addressOf(exchange.req, deps), nowMs: deps.clock.now() }
  await revoke(token, { caller, kinds: deps.kinds, by })
  exchange.res.writeHead(200, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end()
}

/** Who introspects or revokes. Only requests of those who have not proved who they are count for the limit of an address. */
async function readCaller(
  exchange: Exchange,
  deps: IntrospectionDeps,
): Promise<(Pick<Form, 'fields'> & { caller: Caller }) | undefined> {
  const { req } = exchange
  const form = await readPosted(exchange, deps, (network) => deps.rateLimits.over('introspection-address', network))
  if (form === undefined) return undefined
  const caller = await deps.callerOf(form.fields, req.headers)
  const isRefused = 'status' in caller
  if (isRefused || !caller.isProven) void deps.rateLimits.take('introspection-address', networkOf(addressOf(req, deps)))
  if (!isRefused) return { caller, fields: form.fields }
  refuse(exchange, caller, deps)
  return undefined
}

const tokenMissing = invalidRequest('token is missing.')

/** The same bytes for every token that the caller does not learn of. */
const inactive = { active: false } as const

/**
 * What a caller learns of a token (RFC 7662): everything if it owns the token; of a token for its applications, in its environment,
 * only what concerns those; of any other, that it is not active.
 */
async function introspect(token: string, caller: Caller, kinds: readonly TokenKind[]): Promise<object> {
  const found = await findToken(kinds, token)
  if (found?.kind.onlyForOwner === true && !caller.owns(found.facts)) return inactive
  const seen = found && restrict(found.facts, caller)
  return seen === undefined ? inactive : { active: true, ...seen }
}

/** Revokes a token (RFC 7009) of the caller itself, or for its application; any other stays, and nothing tells. */
async function revoke(
  token: string,
  { caller, kinds, by }: { caller: Caller; kinds: readonly TokenKind[]; by: Omit<AuditedBy, 'actor'> },
): Promise<void> {
  const found = await findToken(kinds, token)
  if (found === undefined || !isInPlace(found.facts, caller)) return
  const { kind, facts } = found
  if (!caller.owns(facts) && !audiencesOf(facts).some((audience) => caller.revokes(audience))) return
  await kind.revoke?.(token, { ...by, actor: caller.actor })
}

function restrict(facts: TokenFacts, caller: Caller): TokenFacts | undefined {
  if (!isInPlace(facts, caller)) return undefined
  if (caller.owns(facts)) return facts
  const seen = audiencesOf(facts).filter((audience) => caller.sees(audience))
  if (seen.length === 0) return undefined
  const { aud, roles } = facts
  if (typeof aud === 'string' || Array.isArray(roles)) return facts
  const byAudience = roles as Readonly<Record<string, readonly string[]>>
  return {
    ...facts,
    aud: seen,
    roles: Object.fromEntries(seen.map((audience) => [audience, byAudience[audience] ?? []])),
  }
}

function isInPlace(facts: TokenFacts, { tenantId, environmentId }: Caller): boolean {
  return facts.tenant === tenantId && facts.environment === environmentId
}

function audiencesOf({ aud }: TokenFacts): readonly string[] {
  return typeof aud === 'string' ? [aud] : aud
}
