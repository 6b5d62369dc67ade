import type { AuditedBy } from '../../kit/audit-trail/record.ts'
import type { Caller } from './callers.ts'
import { findToken, type TokenFacts, type TokenKind } from './token-kinds.ts'

/** The same bytes for every token that the caller does not learn of. */
export const inactive = { active: false } as const

/**
 * What a caller learns of a token (RFC 7662): everything if it owns the token; of a token for its applications, in its environment,
 * only what concerns those; of any other, that it is not active.
 */
export async function introspect(token: string, caller: Caller, kinds: readonly TokenKind[]): Promise<object> {
  const found = await findToken(kinds, token)
  const seen = found && restrict(found.facts, caller)
  return seen === undefined ? inactive : { active: true, ...seen }
}

/** Revokes a token (RFC 7009) of the caller itself, or for its application; any other stays, and nothing tells. */
export async function revoke(
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
