import { localTime, withLocalTimes } from '../../kit/words/local-times.ts'
import type { Words } from '../../kit/words/words.ts'
import type { ProviderChange } from './changes.ts'
import type { TestResult } from './test-contract.ts'

/** `isList`: the values are separate names, such as groups. */
export type ResultRow = { readonly label: string; readonly values: readonly string[]; readonly isList?: boolean }

type Mapped = NonNullable<TestResult['mapped']>
type Role = Mapped['roles'][number]
type Group = Mapped['groups'][number]

/** What the provider sent, by name, in its order: texts as they are, times of the reader's zone, anything else as JSON. */
export function claimRows({ claims }: TestResult, words: Words): ResultRow[] {
  return Object.entries(claims).map(([label, value]) => ({
    label,
    values: [value].flat().map((one) => claimText(label, one, words)),
    isList: Array.isArray(value),
  }))
}

/** Who signs in with these claims, and what the person may open; empty if the test ended before the person was known. */
export function personRows({ mapped }: TestResult, words: Words): ResultRow[] {
  if (mapped === null) return []
  const { username, name, email, groups, roles, names } = mapped
  const became = (from: string, to: string | null) => {
    if (to === null) return words.say('draft.dropped', { before: from })
    return from === to ? to : words.say('draft.becomes', { before: from, after: to })
  }
  const changed = names.groups.map((group) => became(group.before, group.after))
  const known = groups.map((group) => group.name).filter((group) => !names.groups.some(({ after }) => after === group))
  return [
    { label: words.say('draft.username'), values: [became(names.username.before, username)] },
    { label: words.say('draft.name'), values: [name] },
    { label: words.say('draft.email'), values: [email ?? words.say('draft.nothing')] },
    ...roleRows(roles, words),
    listRow(words.say('draft.groups'), [...new Set([...changed, ...known])], words),
  ]
}

/** How the person was recognized, for those who look closer. */
export function recognitionRows({ mapped, clockSecs }: TestResult, words: Words): ResultRow[] {
  const format =
    mapped === null ? [] : [{ label: words.say('draft.format'), values: [mapped.format ?? words.say('draft.nothing')] }]
  const clock = clockSecs === null ? [] : [{ label: words.say('draft.clock'), values: [clockText(clockSecs, words)] }]
  return [...format, ...clock]
}

/** What the person has now and would have then; undefined if the person is new to the provider, or is not known. */
export function personChanges({ mapped }: TestResult, words: Words): ProviderChange[] | undefined {
  if (mapped?.today == null) return undefined
  const { today } = mapped
  const usernames = today.username === mapped.username ? [] : [today.username]
  const changes = [
    {
      field: 'username',
      label: words.say('draft.username'),
      removed: usernames,
      added: usernames.length === 0 ? [] : [mapped.username],
    },
    {
      field: 'roles',
      label: words.say('draft.roles'),
      removed: rolesWithout(today.roles, mapped.roles, words),
      added: rolesWithout(mapped.roles, today.roles, words),
    },
    {
      field: 'groups',
      label: words.say('draft.groups'),
      removed: groupsWithout(today.groups, mapped.groups),
      added: groupsWithout(mapped.groups, today.groups),
    },
  ]
  return changes.filter(({ removed, added }) => removed.length + added.length > 0)
}

function groupsWithout(groups: readonly Group[], others: readonly Group[]): string[] {
  const claims = new Set(others.map(({ claim }) => claim))
  return groups.filter(({ claim }) => !claims.has(claim)).map(({ name }) => name)
}

function rolesWithout(roles: readonly Role[], others: readonly Role[], words: Words): string[] {
  const held = new Set(others.map(keyOf))
  return placed(roles.filter((role) => !held.has(keyOf(role)))).map(({ role, places }) => {
    const text = roleText(role, words)
    return places.length === 0 ? text : words.say('draft.roleIn', { role: text, environments: listText(places, words) })
  })
}

/** A row for each set of environments that has the same roles, so that each role is named once. */
function roleRows(roles: readonly Role[], words: Words): ResultRow[] {
  if (roles.length === 0) return [listRow(words.say('draft.roles'), [], words)]
  const rows = new Map<string, string[]>()
  for (const { role, places } of placed(roles)) {
    const label =
      places.length === 0
        ? words.say('draft.portalRoles')
        : words.say('draft.rolesIn', { environments: listText(places, words) })
    rows.set(label, [...(rows.get(label) ?? []), roleText(role, words)])
  }
  return [...rows].map(([label, values]) => ({ label, values, isList: true }))
}

/** Each role once, with the names of its environments; none for a role of the portal. */
function placed(roles: readonly Role[]): { readonly role: Role; readonly places: readonly string[] }[] {
  const byName = new Map<string, { role: Role; places: string[] }>()
  for (const role of roles) {
    const key = JSON.stringify([role.application, role.label, role.environment === null])
    const entry = byName.get(key) ?? { role, places: [] }
    if (role.environment !== null) entry.places.push(role.environment)
    byName.set(key, entry)
  }
  return [...byName.values()]
}

const keyOf = ({ label, application, environment }: Role): string => JSON.stringify([label, application, environment])

function roleText({ label, application }: Role, words: Words): string {
  return application === null ? label : words.say('draft.roleAt', { application, role: label })
}

function listRow(label: string, values: readonly string[], words: Words): ResultRow {
  return values.length === 0 ? { label, values: [words.say('draft.nothing')] } : { label, values, isList: true }
}

function listText(names: readonly string[], { locale }: Words): string {
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names)
}

function clockText(secs: number, words: Words): string {
  if (secs === 0) return words.say('draft.clockSame')
  return secs > 0 ? words.say('draft.clockBehind', { secs }) : words.say('draft.clockAhead', { secs: -secs })
}

/** Claims that are seconds since 1970 (RFC 7519, section 4.1; OpenID Connect Core, sections 2 and 5.1). */
const secondsClaims: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time', 'updated_at'])
/** A `Date` cannot hold later times (ECMAScript, section 21.4.1.1). */
const secondsMax = 8.64e12

function claimText(name: string, value: unknown, words: Words): string {
  if (typeof value === 'string') return withLocalTimes(value, words)
  if (typeof value === 'number' && secondsClaims.has(name) && Math.abs(value) <= secondsMax)
    return localTime(new Date(value * 1000), words)
  return JSON.stringify(value)
}
