import type { Checks } from '../../checks/checks.ts'

/** A group of a provider: `claim` is its permanent name in tokens, `name` its readable name, if that differs. */
export type AssertedGroup = { readonly claim: string; readonly name?: string }

/** Who a provider says signed in. `subjectKey` is the key; everything else is an attribute. */
export type AssertedIdentity = {
  /**
   * The person for good, within the provider: `issuer subject` (OpenID Connect), `tid oid` (Azure AD),
   * `entityID format NameID` (SAML). An e-mail address is never part of it (protocols.md section 0).
   */
  readonly subjectKey: string
  readonly username: string
  readonly name: string
  readonly nickname: string
  readonly email: string | null
  readonly groups: readonly AssertedGroup[]
}

/** What was said about a person, as texts by the attribute's meaning. */
export type AssertedTexts = {
  readonly username: string
  readonly displayName?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly nickname?: string | undefined
  readonly email?: string | undefined
}

const groupsMax = 20_000

/**
 * Builds an identity: names are cleaned, groups are taken unchanged or dropped. `groups` undefined: they were unavailable,
 * which a warning already says; a person without groups is a different finding.
 */
export function identityOf(
  subjectKey: string,
  texts: AssertedTexts,
  groups: readonly AssertedGroup[] | undefined,
  checks: Checks,
): AssertedIdentity {
  const { username } = texts
  const both = [texts.firstName, texts.lastName].filter(Boolean).join(' ')
  const name = clean(texts.displayName ?? '') || clean(both) || username
  checks.passed('username', { username })
  const presentable = keptGroups(groups ?? [])
  const kept = presentable.slice(0, groupsMax)
  if (kept.length < presentable.length)
    checks.warned('groups-too-many', { count: presentable.length, taken: groupsMax })
  if (groups !== undefined && kept.length === 0) checks.warned('groups-none')
  if (kept.length > 0)
    checks.passed('groups', { count: kept.length, groups: kept.map((group) => group.name ?? group.claim).join(', ') })
  return {
    subjectKey,
    username,
    name,
    nickname: clean(texts.nickname ?? texts.firstName ?? '') || name,
    email: clean(texts.email ?? '') || null,
    groups: kept,
  }
}

/** Dropped rather than cleaned: cleaning could turn one group's name into another's. */
function keptGroups(groups: readonly AssertedGroup[]): AssertedGroup[] {
  const kept = new Map<string, AssertedGroup>()
  for (const { claim, name } of groups) {
    if (!/^[^\p{Cc}\p{Cs}]{1,500}$/u.test(claim)) continue
    kept.set(claim, name === undefined ? { claim } : { claim, name: clean(name) || claim })
  }
  return [...kept.values()]
}

/** Names are shown in terminals too: control characters become spaces. Unpaired surrogates are rejected. */
function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .replace(/\p{Cs}/gu, '\ufffd')
}
