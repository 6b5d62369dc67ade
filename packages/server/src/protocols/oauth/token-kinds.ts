import type { AuditedBy } from '../../kit/audit-trail/record.ts'

/** What is true of an active token now: the members of RFC 7662 section 2.2, with ours. Roles are those held at this moment. */
export type TokenFacts = {
  readonly sub: string
  /** URNs of applications. */
  readonly aud: string | readonly string[]
  /** Ids. */
  readonly tenant: string
  readonly environment: string
  /** Names; of several audiences by audience. */
  readonly roles: readonly string[] | Readonly<Record<string, readonly string[]>>
  readonly [name: string]: unknown
}

/** One kind of tokens that can be introspected and revoked; the composition lists them. */
export type TokenKind = {
  /** Whether a text has the form of such a token. */
  recognises(token: string): boolean
  /** undefined: not one of these, expired, revoked, or its owner may no longer use it. */
  read(token: string): Promise<TokenFacts | undefined>
  /** Only the client that holds such a token learns of it: it is not for resource servers. */
  readonly onlyForOwner?: boolean
  /** Revokes a token of which read() said that it is active. */
  revoke?(token: string, by: AuditedBy): Promise<unknown>
}

/** The kind that knows a token, and what it says about it. */
export async function findToken(
  kinds: readonly TokenKind[],
  token: string,
): Promise<{ readonly kind: TokenKind; readonly facts: TokenFacts } | undefined> {
  for (const kind of kinds) {
    const facts = kind.recognises(token) ? await kind.read(token) : undefined
    if (facts !== undefined) return { kind, facts }
  }
  return undefined
}
