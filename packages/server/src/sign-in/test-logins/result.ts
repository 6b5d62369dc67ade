import type { TestResult, TransformedName } from '@portico/core/contract'

import type { CheckLine } from '../../kit/checks/checks.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { AssertedIdentity } from '../attempts/identity.ts'
import { findProviderRow } from '../../providers/identity-providers/rows.ts'
import { rolesOfGroups } from './roles.ts'
import { heldToday } from './today.ts'

const textMax = 1000
const listMax = 500
const depthMax = 6

/** Claims as they may be stored and shown: without control characters, and bounded. */
export function shownClaims(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return shown(claims, depthMax) as Record<string, unknown>
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shownText(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.slice(0, listMax).map((one) => shown(one, depth - 1))
  const fields = Object.entries(value).slice(0, listMax)
  return Object.fromEntries(fields.map(([name, one]) => [shownText(name), shown(one, depth - 1)]))
}

function shownText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, textMax)
    .replace(/\p{Cs}/gu, '\ufffd')
}

/** By how much the provider's clock is behind ours, from the times that were checked; null if none was. */
export function clockSecsOf(lines: readonly CheckLine[]): number | null {
  for (const { evidence } of lines) {
    const { secondsOld, secondsAgo, secondsAhead, clockOffSecs } = evidence
    if (typeof secondsOld === 'number') return secondsOld
    if (typeof secondsAgo === 'number') return secondsAgo
    if (typeof secondsAhead === 'number') return -secondsAhead
    if (typeof clockOffSecs === 'number') return clockOffSecs
  }
  return null
}

/** What this person would become, with the mappings as they are now. */
export async function mappedResult(
  tx: TenantTransaction,
  provider: Parameters<typeof rolesOfGroups>[1],
  identity: AssertedIdentity,
  format: string,
): Promise<NonNullable<TestResult['mapped']>> {
  const { username, name, email } = identity
  const names = {
    username: beforeAndAfter(identity.names.username),
    groups: identity.names.groups.slice(0, listMax).map(beforeAndAfter),
  }
  const held = await heldToday(tx, provider.id, identity)
  const today = held && { username: held.username, groups: held.groups, roles: held.roles }
  const said = { username, name, email, format, names, today }
  // A sign-in then changes no groups, whatever the provider names.
  if ((await findProviderRow(tx, provider.id))?.group_source === 'scim')
    return {
      ...said,
      groups: held?.groups ?? [],
      roles: held?.roles ?? [],
      securityAdmin: held?.securityAdmin ?? false,
    }
  const groups = identity.groups.map((group) => ({ claim: group.claim, name: group.name ?? group.claim }))
  return { ...said, groups: groups.slice(0, listMax), ...(await rolesOfGroups(tx, provider, identity.groups)) }
}

function beforeAndAfter({ before, after }: TransformedName): { before: string; after: string | null } {
  return { before: shownText(before), after: after === null ? null : shownText(after) }
}
