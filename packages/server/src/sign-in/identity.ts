import type { OidcConfig } from '../identity-providers/oidc-config.ts'
import { SignInFault } from './faults.ts'

/** Who a provider says signed in. `subject` is the key; everything else is an attribute. */
export type AssertedIdentity = {
  readonly subject: string
  readonly username: string
  readonly name: string
  readonly nickname: string
  readonly email: string | null
  readonly groups: readonly string[]
}

const groupsMax = 1000

/** Reads the identity out of ID token and userinfo claims by the provider's claim names. A missing group claim means no groups. */
export function identityOf(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  userinfo: Readonly<Record<string, unknown>>,
  config: OidcConfig,
): AssertedIdentity {
  const all = { ...userinfo, ...claims }
  const username = textAt(all, config.usernameClaim)
  if (username === undefined)
    throw new SignInFault('IDP_ERROR', `the username claim "${config.usernameClaim}" is missing`)
  const name =
    textAt(all, 'name') ??
    ([textAt(all, 'given_name'), textAt(all, 'family_name')].filter(Boolean).join(' ') || username)
  const shown = clean(name) || username
  return {
    subject: claims.sub,
    username,
    name: shown,
    nickname: clean(textAt(all, 'nickname') ?? textAt(all, 'given_name') ?? '') || shown,
    email: clean(textAt(all, 'email') ?? '') || null,
    groups: groupsAt(all, config.groupClaim),
  }
}

/** A claim by name, or by a dotted path where no claim has the whole name. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

function textAt(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = claimAt(claims, name)
  return typeof value === 'string' && value.trim() !== '' && value.length <= 500 ? value.trim() : undefined
}

function groupsAt(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = claimAt(claims, name)
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  // Dropped rather than cleaned: cleaning could turn one group's name into another's.
  const groups = list.filter((one): one is string => typeof one === 'string' && /^[^\p{Cc}]{1,500}$/u.test(one))
  return [...new Set(groups)].slice(0, groupsMax)
}

/** Names are shown in terminals too: control characters become spaces. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
