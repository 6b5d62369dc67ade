import {
  namesInText,
  nameTransformer,
  withoutInvisible,
  type NameTransform,
  type TransformedName,
} from '@portico/core/contract'

import type { Checks } from '../../kit/checks/checks.ts'
import { trimBlanks } from '../../kit/blanks.ts'
import { readLanguageTag } from '../../kit/language-tag.ts'
import { readPattern } from '../../providers/identity-providers/patterns.ts'
import type { AssertedGroup } from './asserted-group.ts'
import { transformGroups } from './transformed-groups.ts'

export type { AssertedGroup }

/** Who a provider says signed in. `subjectKey` is the key; everything else is an attribute. */
export type AssertedIdentity = {
  /**
   * The person for good, within the provider: `issuer subject` (OpenID Connect), `tid oid` (Azure AD),
   * `entityID format NameID` (SAML). An e-mail address is never part of it (docs/decisions/0025).
   */
  readonly subjectKey: string
  readonly username: string
  readonly name: string
  readonly nickname: string
  readonly email: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  /** A language tag (BCP 47). */
  readonly locale: string | null
  /** What the provider says about the address; null: nothing. It counts where the address is the provider's (own-addresses.ts). */
  readonly emailVerified: boolean | null
  readonly groups: readonly AssertedGroup[]
  /** The names as the provider wrote them, and what the transforms made of each. */
  readonly names: { readonly username: TransformedName; readonly groups: readonly TransformedName[] }
}

/** The part of a provider's configuration that changes names; never the subject's key. */
export type ConfiguredTransforms = {
  readonly usernameTransforms?: readonly NameTransform[] | undefined
  readonly groupTransforms?: readonly NameTransform[] | undefined
}

/** The asserted attributes of a person, as texts by the attribute's meaning. */
export type AssertedTexts = {
  readonly username: string
  readonly displayName?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly nickname?: string | undefined
  readonly email?: string | undefined
  readonly locale?: string | undefined
  readonly emailVerified?: boolean | undefined
}

const groupsMax = 20_000

/**
 * Builds an identity: the provider's transforms are applied, names are cleaned, groups are taken without blanks around them, or dropped.
 * `groups` undefined: they were unavailable, which a warning already reports; a person without groups is a different finding.
 */
export function identityOf(
  subjectKey: string,
  texts: AssertedTexts,
  groups: readonly AssertedGroup[] | undefined,
  { config, checks }: { readonly config: ConfiguredTransforms; readonly checks: Checks },
): AssertedIdentity {
  const usernames = usernameOf(texts.username, config.usernameTransforms ?? [], checks)
  const username = usernames.after
  const both = [texts.firstName, texts.lastName].filter(Boolean).join(' ')
  const name = clean(texts.displayName ?? '') || clean(both) || username
  const named = groupsInTexts(groups ?? [], config.groupTransforms ?? [])
  const presentable = keptGroups(named, checks)
  const taken = presentable.slice(0, groupsMax)
  if (taken.length < presentable.length)
    checks.warned('groups-too-many', { count: presentable.length, taken: groupsMax })
  if (groups !== undefined && named.length === 0) checks.warned('groups-none')
  const transformed = groupsOf(taken, config.groupTransforms ?? [], checks)
  const email = clean(texts.email ?? '') || null
  return {
    subjectKey,
    username,
    name,
    nickname: clean(texts.nickname ?? texts.firstName ?? '') || name,
    email,
    givenName: clean(texts.firstName ?? '') || null,
    familyName: clean(texts.lastName ?? '') || null,
    locale: readLanguageTag(texts.locale ?? ''),
    emailVerified: email === null ? null : (texts.emailVerified ?? null),
    groups: transformed.groups,
    names: { username: usernames, groups: transformed.names },
  }
}

function usernameOf(
  received: string,
  transforms: readonly NameTransform[],
  checks: Checks,
): TransformedName & { readonly after: string } {
  const named = nameTransformer(transforms, readPattern)(received)
  const after = transforms.length === 0 ? received : named.after
  if (after === null) return checks.refuse('username-dropped', { received })
  checks.passed('username', { username: after, ...(after === received ? {} : { received }) })
  return { ...named, after }
}

/** The warning says why a person whose provider named groups has none. */
function groupsOf(taken: readonly AssertedGroup[], transforms: readonly NameTransform[], checks: Checks) {
  const count = taken.length
  const came = taken.map(({ claim, name }) => name ?? claim).join(', ')
  const transformed = transformGroups(taken, transforms)
  if (transformed === undefined) {
    checks.warned('groups-transforms-long', { count })
    return { groups: [], names: [] }
  }
  const names = new Set(transformed.groups.map(({ claim, name, knownAs }) => knownAs ?? name ?? claim))
  const shown = [...names].join(', ')
  if (names.size > 0) {
    const received = shown === came ? {} : { received: came }
    checks.passed('groups', { count: names.size, groups: shown, ...received })
  } else if (count > 0) checks.warned('groups-dropped', { count, came })
  return transformed
}

/** The groups that a provider sent, split if one text holds several; blank texts are dropped. */
function groupsInTexts(groups: readonly AssertedGroup[], transforms: readonly NameTransform[]): AssertedGroup[] {
  return groups.flatMap((group) => {
    if (group.name !== undefined) return [group]
    const names = namesInText(group.claim, transforms).map(trimBlanks)
    return names.flatMap((claim) => (claim === '' ? [] : [{ claim }]))
  })
}

/** Dropped rather than cleaned: cleaning could turn one group's name into another's. */
function keptGroups(groups: readonly AssertedGroup[], checks: Checks): AssertedGroup[] {
  const kept = new Map<string, AssertedGroup>()
  const dropped: string[] = []
  for (const { claim, name } of groups) {
    if (!/^[^\p{Cc}\p{Cs}]{1,500}$/u.test(claim)) dropped.push(claim)
    else kept.set(claim, name === undefined ? { claim } : { claim, name: clean(name) || claim })
  }
  if (dropped.length > 0) checks.warned('groups-unreadable', { count: dropped.length, came: dropped.join(', ') })
  return [...kept.values()]
}

/** Names are shown in terminals too: control characters become spaces. Unpaired surrogates are rejected. */
function clean(text: string): string {
  return withoutInvisible(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 500)
    .replace(/\p{Cs}/gu, '\ufffd')
}
